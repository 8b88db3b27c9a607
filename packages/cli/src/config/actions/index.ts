import type { ConfigAction } from "../config-request.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { path } from "./path.ts";
import { schema } from "./schema.ts";
import { set, unset } from "./set.ts";

/** Actions of `cox config` by name. */
export const ACTIONS: ReadonlyMap<string, ConfigAction> = new Map([
  ["list", list],
  ["get", get],
  ["set", set],
  ["unset", unset],
  ["path", path],
  ["schema", schema],
]);

import type { AuthAction } from "../auth-request.ts";
import { check } from "./check.ts";
import { list } from "./list.ts";
import { remove } from "./remove.ts";
import { set } from "./set.ts";

/** Actions of `cox auth` by name. */
export const ACTIONS: ReadonlyMap<string, AuthAction> = new Map([
  ["list", list],
  ["set", set],
  ["remove", remove],
  ["check", check],
]);

import type { PermissionRequest } from "../../loop/index.ts";
import type { Reply } from "../../policy/index.ts";

export const isAllowing = ({ kind }: Reply): boolean => ALLOWING.has(kind);

const ALLOWING: ReadonlySet<string> = new Set(["once", "session", "project", "always"]);

/** What was read out of a command is for the policy; whoever answers judges the command. */
export const withoutEffects = (request: PermissionRequest): PermissionRequest => {
  const { effects, ...rest } = request;
  return effects === undefined ? request : rest;
};

import type { Policy } from "../policy.ts";

/** Allows writing inside the session's folder. */
export const writingInside = (): Policy => (request) =>
  request.effect === "write" && request.inside === true
    ? { verdict: "allow", reason: "writing inside the session's folder is allowed in the mode auto-edit" }
    : undefined;

/** Allows commands that a sandbox holds: they write only where files may be written here anyway. */
export const confinedCommands = (): Policy => (request) =>
  request.shell !== undefined && request.confined === true
    ? { verdict: "allow", reason: "commands in the sandbox are allowed in the mode auto-edit" }
    : undefined;

import { randomBytes } from "node:crypto";
import { ProcessError } from "../../errors.ts";
import { pathExists } from "../existing-paths.ts";
import type { MovedAway } from "../sandbox.ts";
import type { RunHelper } from "./run-helper.ts";

const SCRIPT = 'while [ $# -gt 0 ]; do mv -- "$1" "$2" || exit; shift 2; done';

/**
 * Renames files that confined commands created in protected places. Runs confined itself, since processes that they
 * left running could plant links. `within`: runs a program confined.
 * @throws {ProcessError}
 */
export const moveAway = async (paths: readonly string[], within: readonly string[], run: RunHelper): Promise<readonly MovedAway[]> => {
  const moved = paths.map((path) => ({ path, to: `${path}.refused-${randomBytes(3).toString("hex")}` }));
  await run([...within, "/bin/sh", "-c", SCRIPT, "sh", ...moved.flatMap(({ path, to }) => [path, to])]);
  const remaining = paths.filter(pathExists);
  if (remaining.length === 0) return moved;
  throw new ProcessError(
    `The command created files that programs run automatically, and they could not be renamed. Delete them: ${remaining.join(", ")}`,
  );
};

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { ProcessError } from "../../errors.ts";
import { isThere } from "../real-place.ts";
import type { MovedAway } from "../sandbox.ts";

const SCRIPT = 'while [ $# -gt 0 ]; do mv -- "$1" "$2" || exit; shift 2; done';

/**
 * Gives other names to what confined commands have made where they may not. Confined itself: what they left running could put links in the
 * way. `within`: what runs a program confined.
 * @throws {ProcessError}
 */
export const moveAway = async (paths: readonly string[], within: readonly string[]): Promise<readonly MovedAway[]> => {
  const moved = paths.map((path) => ({ path, to: `${path}.refused-${randomBytes(3).toString("hex")}` }));
  const [program = "", ...args] = [...within, "/bin/sh", "-c", SCRIPT, "sh", ...moved.flatMap(({ path, to }) => [path, to])];
  await new Promise<void>((resolve) => execFile(program, args, { env: { PATH: "/usr/bin:/bin" } }, () => resolve()));
  const left = paths.filter(isThere);
  if (left.length === 0) return moved;
  throw new ProcessError(`The command has made what runs code by itself, and it could not be taken away: ${left.join(", ")}`);
};

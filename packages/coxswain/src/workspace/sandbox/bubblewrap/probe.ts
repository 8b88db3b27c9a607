import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { bubblewrapArguments, type BubblewrapOrder, type Users } from "./arguments.ts";
import { freeIn, straysIn } from "./strays.ts";
import { unavailable } from "./unavailable.ts";

export interface Probe extends Omit<BubblewrapOrder, "users" | "status"> {
  /** Where bubblewrap is, if anywhere. */
  readonly bwrap: string | undefined;
}

/** How users can be set apart here, or why nothing can be confined. */
export type Probed = { readonly users: Users; readonly strays: readonly string[] } | { readonly reason: string };

const TIMEOUT = 10_000;

/** Tries to run something confined: nothing else tells whether it can be. */
export const probe = async ({ bwrap, ...order }: Probe): Promise<Probed> => {
  if (bwrap === undefined) return { reason: unavailable(undefined) };
  let said = "";
  for (const users of order.root ? (["sealed", "same"] as const) : (["sealed", "apart"] as const)) {
    const tried = await run(bwrap, [
      ...bubblewrapArguments({ ...order, users }),
      "/bin/sh",
      "-c",
      "[ -w . ] || echo kept; cat /proc/self/mountinfo",
    ]);
    if (tried.failed) said ||= tried.errors;
    else if (!tried.output.startsWith("kept") || !(await isWritable(order.cwd)))
      return { users, strays: straysIn(tried.output, freeIn(order)) };
    else return { reason: "the folder belongs to another user: confined commands could not write in it" };
  }
  return { reason: unavailable(said) };
};

const run = (program: string, args: readonly string[]): Promise<{ failed: boolean; output: string; errors: string }> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: TIMEOUT, env: { PATH: "/usr/bin:/bin" } }, (error, output, errors) =>
      resolve({ failed: error !== null, output, errors }),
    );
  });

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

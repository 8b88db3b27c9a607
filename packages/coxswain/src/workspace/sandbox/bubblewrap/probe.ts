import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { bubblewrapCommand, type BubblewrapOrder } from "./bubblewrap-command.ts";
import { freeIn, straysIn } from "./strays.ts";
import { unavailable } from "./unavailable.ts";

export interface Probe extends Omit<BubblewrapOrder, "bwrap" | "users" | "shielded" | "status"> {
  /** Path of bubblewrap, if installed. */
  readonly bwrap: string | undefined;
}

/** A working way to confine commands, or the reason why there is none. */
export type Probed = (Variant & { readonly strays: readonly string[] }) | { readonly reason: string };

type Variant = Pick<BubblewrapOrder, "users" | "shielded">;

/** Variants from strongest to weakest. */
const variants = (root: boolean): readonly Variant[] => [
  { users: "sealed", shielded: true },
  { users: "sealed", shielded: false },
  { users: root ? "same" : "apart", shielded: true },
  { users: root ? "same" : "apart", shielded: false },
];

const TIMEOUT = 10_000;

/** Finds a working variant with trial runs: nothing else is reliable. */
export const probe = async ({ bwrap, ...order }: Probe): Promise<Probed> => {
  if (bwrap === undefined) return { reason: unavailable(undefined) };
  let message = "";
  for (const variant of variants(order.root)) {
    const tried = await run([
      ...bubblewrapCommand({ ...order, ...variant, bwrap }),
      "/bin/sh",
      "-c",
      "[ -w . ] || echo kept; cat /proc/self/mountinfo",
    ]);
    if (tried.failed) message ||= tried.errors;
    else if (!tried.output.startsWith("kept") || !(await isWritable(order.cwd)))
      return { ...variant, strays: straysIn(tried.output, freeIn(order)) };
    else return { reason: "the folder belongs to another user, so confined commands could not write in it" };
  }
  return { reason: unavailable(message) };
};

const run = ([program = "", ...args]: readonly string[]): Promise<{ failed: boolean; output: string; errors: string }> =>
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

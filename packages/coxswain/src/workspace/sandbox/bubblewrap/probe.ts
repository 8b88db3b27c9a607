import type { ExecFileException } from "node:child_process";
import { constants, readFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { bubblewrapCommand, type BubblewrapOptions } from "./bubblewrap-command.ts";
import { freeIn, straysIn } from "./mount-table.ts";
import type { RunHelper } from "./run-helper.ts";

export interface Probe extends Omit<BubblewrapOptions, "bwrap" | "users" | "shielded" | "status" | "filter"> {
  /** Path of bubblewrap, if installed. */
  readonly bwrap: string | undefined;
  /** Filter of system calls, if there is one for this system. */
  readonly filter: Buffer | undefined;
  readonly run: RunHelper;
}

/**
 * A working way to confine commands, or the reason why there is none. `again`: the trial had no definite result, for
 * example because no process could be started.
 */
export type Probed =
  | (Variant & { readonly strays: readonly string[]; readonly filtered: boolean })
  | { readonly reason: string; readonly again?: true };

type Variant = Pick<BubblewrapOptions, "users" | "shielded">;

/** Variants from strongest to weakest. */
const variants = (root: boolean): readonly Variant[] => [
  { users: "sealed", shielded: true },
  { users: "sealed", shielded: false },
  { users: root ? "same" : "apart", shielded: true },
  { users: root ? "same" : "apart", shielded: false },
];

const TIMEOUT = 10_000;
const STDIN = 0;
/** Bytes of a table of mounts. */
const LONGEST = 64 * 1024 * 1024;
const TRIAL = "[ -w . ] || echo read-only; cat /proc/self/mountinfo";

/** Finds a working variant with trial runs: nothing else is reliable. Without a definite result it tries once more. */
export const probe = async (order: Probe): Promise<Probed> => {
  const first = await tryVariants(order);
  return "reason" in first && first.again === true ? tryVariants(order) : first;
};

const tryVariants = async ({ bwrap, run, filter, ...order }: Probe): Promise<Probed> => {
  if (bwrap === undefined) return { reason: unavailable(undefined) };
  let message = "";
  const without = variants(order.root).map((variant) => ({ ...variant, filtered: false }));
  const all = filter === undefined ? without : [...without.map((variant) => ({ ...variant, filtered: true })), ...without];
  for (const variant of all) {
    const command = bubblewrapCommand({ ...order, ...variant, bwrap, filter: variant.filtered ? STDIN : undefined });
    const input = variant.filtered ? filter : undefined;
    const { error, output, errors } = await run([...command, "/bin/sh", "-c", TRIAL], { timeout: TIMEOUT, maxBuffer: LONGEST, input });
    // A weaker variant must not be chosen because the machine was busy.
    const busy = error === null ? undefined : reasonOfNoResult(error, errors);
    if (busy !== undefined)
      return { reason: `bubblewrap could not be tried (${busy}): try again when the machine is less busy`, again: true };
    if (error !== null) message ||= errors;
    else if (!output.toString().startsWith("read-only") || !(await isWritable(order.cwd)))
      return { ...variant, strays: straysIn(output.toString(), freeIn(order)) };
    else return { reason: "the folder belongs to another user, so confined commands could not write in it" };
  }
  return { reason: unavailable(message) };
};

const BUSY = /Resource temporarily unavailable|Cannot allocate memory|Too many open files|Cannot fork/i;
/** Bubblewrap's message at the limit of namespaces. */
const FULL = /No space left on device/i;
/** A program that cannot be started, now or later. */
const UNUSABLE = new Set(["ENOENT", "EACCES", "EPERM", "ENOEXEC", "ENOTDIR", "ELOOP"]);
/** Exit codes from here on report a signal. */
const SIGNALED = 128;

/** Returns why a failed trial has no definite result, or undefined if it has: bubblewrap reported a lasting error. */
const reasonOfNoResult = (error: ExecFileException, errors: string): string | undefined => {
  if (error.killed === true) return `it did not end within ${TIMEOUT / 1000} seconds`;
  if (error.signal != null) return `it was killed by ${error.signal}`;
  if (typeof error.code === "string") return UNUSABLE.has(error.code) ? undefined : error.message;
  if (Number(error.code) > SIGNALED) return `it was killed by signal ${Number(error.code) - SIGNALED}`;
  return BUSY.exec(errors)?.[0] ?? (readSetting(NAMESPACES)?.trim() === "0" ? undefined : FULL.exec(errors)?.[0]);
};

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

const INSTALL =
  "bubblewrap is not installed. Install it with apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap";

const NAMESPACES = "/proc/sys/user/max_user_namespaces";

/** System settings that prevent users from creating namespaces: the value that does so, and the remedy. */
const SWITCHES = [
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    off: "0",
    reason: "only root may create user namespaces. Run: sudo sysctl kernel.unprivileged_userns_clone=1",
  },
  {
    file: NAMESPACES,
    off: "0",
    reason: "user namespaces are disabled. Run: sudo sysctl user.max_user_namespaces=10000",
  },
  {
    file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    off: "1",
    reason:
      "AppArmor prevents bubblewrap from creating user namespaces. Give /usr/bin/bwrap a profile that allows userns, or run: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
] as const;

/** Returns why bubblewrap does not work, and the remedy. `output` is bubblewrap's error output. */
export const unavailable = (output: string | undefined, read = readSetting): string => {
  if (output === undefined) return INSTALL;
  const line =
    output
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^bwrap: /, "") ?? "";
  if (/namespace|uid map|userns|proc|Operation not permitted/i.test(line)) {
    const off = SWITCHES.find((one) => read(one.file)?.trim() === one.off);
    if (off !== undefined) return off.reason;
  }
  return `bubblewrap does not work here${line === "" ? "" : ` (${line})`}. In a container, start the container with more privileges`;
};

const readSetting = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

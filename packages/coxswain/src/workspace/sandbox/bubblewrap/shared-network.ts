import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { bridgedCommand } from "../network/index.ts";
import type { HelperMark } from "../sandbox.ts";
import { shieldMounts, type Users } from "./bubblewrap-command.ts";
import { HELPER_ENV, helperRunner } from "./run-helper.ts";

/**
 * A network namespace shared by all commands of a workspace: a server that one of them starts on loopback is reachable
 * by the others only.
 */
export interface SharedNetwork {
  /**
   * Program and arguments that run another program in the namespace. Fails without running it if that is impossible.
   */
  readonly enter: readonly string[];
  /** Absent if commands need a shield each. */
  readonly shield?: Shield;
  close(): void;
}

/**
 * Mounts in which everything is read-only except some folders, for the bubblewrap of each command that writes in exactly
 * these: see `shield` in `bubblewrap-command.ts`.
 */
export interface Shield {
  /** Like `enter`, with the shield's mounts. */
  readonly enter: readonly string[];
  /** The writable folders, with their devices and inodes, and the mounts of this process when it was made. */
  readonly made: string;
}

export interface SharedNetworkOptions {
  readonly bwrap: string;
  readonly nsenter: string | undefined;
  readonly users: Users;
  /** Socket of the proxy, if any. A bridge to it runs in the namespace. */
  readonly proxy?: string | undefined;
  /** The writable folders of a shield, and what identifies it. Default: none is made. */
  readonly shield?: { readonly writable: readonly string[]; readonly made: string } | undefined;
  /** Returns the prefix that runs a command, except for entering the namespaces. Used for a trial run. */
  readonly within: (shielded: boolean) => readonly string[];
  readonly mark: () => Promise<HelperMark>;
}

const TIMEOUT = 10_000;
const STATUS = 3;

/** Undefined if the system does not allow entering a namespace: then each command gets its own network. */
export const sharedNetwork = async (options: SharedNetworkOptions): Promise<SharedNetwork | undefined> =>
  (options.shield === undefined ? undefined : await shared(options)) ?? shared({ ...options, shield: undefined });

const shared = async ({ bwrap, nsenter, users, proxy, shield, within, mark }: SharedNetworkOptions): Promise<SharedNetwork | undefined> => {
  if (nsenter === undefined) return undefined;
  const mounts = shield === undefined ? HOLDER_MOUNTS : shieldMounts(shield.writable);
  const marked = await mark();
  const holder = spawn(bwrap, [...mounts, ...HOLDER, ...(users === "same" ? [] : ["--unshare-user"]), "--", ...waiting(proxy)], {
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    env: { ...HELPER_ENV, ...marked.env },
  });
  for (const end of ["error", "exit"]) holder.once(end, () => marked.ended());
  const first = await firstProcess(holder);
  const kinds = [...(users === "same" ? [] : ["user"]), "net", ...(shield === undefined ? [] : ["mnt"])];
  const spaces = first === undefined ? [] : opened(first, kinds);
  const close = (): void => {
    for (const { descriptor } of spaces.splice(0)) closeSync(descriptor);
    holder.kill("SIGKILL");
  };
  // Through descriptors of this process, since another process's pid may be reused.
  const entering = (entered: readonly string[]): readonly string[] => [
    nsenter,
    "--preserve-credentials",
    ...spaces
      .filter(({ kind }) => entered.includes(kind))
      .map(({ kind, descriptor }) => `--${kind === "mnt" ? "mount" : kind}=/proc/${process.pid}/fd/${descriptor}`),
    "--",
  ];
  const trial = [...entering(kinds), ...within(shield === undefined), "/bin/true"];
  if (spaces.length > 0 && (await helperRunner(mark)(trial, { timeout: TIMEOUT })).error === null) {
    // The descriptors keep the namespaces alive. Only a bridge must keep running.
    if (proxy === undefined) holder.kill("SIGKILL");
    return {
      enter: entering(["user", "net"]),
      ...(shield === undefined ? {} : { shield: { enter: entering(kinds), made: shield.made } }),
      close,
    };
  }
  close();
  return undefined;
};

/**
 * Without `--dev`, for which bubblewrap would create a second user namespace, and the first one's rights would not
 * suffice to enter the network.
 */
const HOLDER_MOUNTS = "--ro-bind / / --tmpfs /dev --dev-bind /dev/null /dev/null --proc /proc".split(" ");
const HOLDER = `--unshare-pid --unshare-net --cap-drop ALL --die-with-parent --new-session --json-status-fd ${STATUS}`.split(" ");

const waiting = (proxy: string | undefined): readonly string[] => {
  // The pipe breaks when this process ends, even if it is killed before bubblewrap arms `--die-with-parent`.
  const wait = ["/bin/sh", "-c", "echo; exec cat"];
  return proxy === undefined ? wait : bridgedCommand({ command: wait, socket: proxy }).command;
};

/** Returns the pid of the holder once it is ready, or undefined if it fails. */
const firstProcess = async (holder: ChildProcess): Promise<number | undefined> => {
  const status = holder.stdio[STATUS] as Readable;
  const stdout = holder.stdout as Readable;
  const ended = new Promise<undefined>((resolve) => {
    for (const end of ["error", "exit"]) holder.once(end, () => resolve(undefined));
  });
  const reported = new Promise<number>((resolve) => {
    let report = "";
    status.on("data", (chunk: Buffer) => {
      report += chunk.toString();
      const id = /"child-pid": *(\d+)\D/.exec(report)?.[1];
      if (id !== undefined) resolve(Number(id));
    });
  });
  const started = new Promise<void>((resolve) => void stdout.once("data", () => resolve()));
  // The report is written first, and may be read last.
  const first = await Promise.race([ended, started.then(() => reported)]);
  for (const pipe of [status, stdout]) pipe.destroy();
  holder.unref();
  (holder.stdin as Socket).unref();
  return first;
};

const opened = (id: number, kinds: readonly string[]): { readonly kind: string; readonly descriptor: number }[] => {
  try {
    return kinds.map((kind) => ({ kind, descriptor: openSync(`/proc/${id}/ns/${kind}`, "r") }));
  } catch {
    return [];
  }
};

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { bridgedCommand } from "../network/index.ts";
import type { Users } from "./bubblewrap-command.ts";

/**
 * A network namespace shared by all commands of a workspace: a server that one of them starts on loopback is reachable
 * by the others only.
 */
export interface SharedNetwork {
  /**
   * Program and arguments that run another program in the namespace. Fails without running it if that is impossible.
   */
  readonly enter: readonly string[];
  close(): void;
}

export interface SharedNetworkOptions {
  readonly bwrap: string;
  readonly nsenter: string | undefined;
  readonly users: Users;
  /** Socket of the proxy, if any. A bridge to it runs in the namespace. */
  readonly proxy?: string | undefined;
  /** Prefix that runs a command, except for entering the namespace. Used for one trial run. */
  readonly within: readonly string[];
}

const TIMEOUT = 10_000;
const STATUS = 3;

/** Undefined if the system does not allow entering a namespace: then each command gets its own network. */
export const sharedNetwork = async ({ bwrap, nsenter, users, proxy, within }: SharedNetworkOptions): Promise<SharedNetwork | undefined> => {
  if (nsenter === undefined) return undefined;
  const holder = spawn(bwrap, [...HOLDER, ...(users === "same" ? [] : ["--unshare-user"]), "--", ...waiting(proxy)], {
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const first = await firstProcess(holder);
  const spaces = first === undefined ? [] : opened(first, users === "same" ? ["net"] : ["user", "net"]);
  const close = (): void => {
    for (const { descriptor } of spaces.splice(0)) closeSync(descriptor);
    holder.kill("SIGKILL");
  };
  // Through descriptors of this process, since another process's pid may be reused.
  const enter = [
    nsenter,
    "--preserve-credentials",
    ...spaces.map(({ kind, descriptor }) => `--${kind}=/proc/${process.pid}/fd/${descriptor}`),
    "--",
  ];
  if (spaces.length > 0 && (await works([...enter, ...within, "/bin/true"]))) {
    // The descriptors keep the namespace alive. Only a bridge must keep running.
    if (proxy === undefined) holder.kill("SIGKILL");
    return { enter, close };
  }
  close();
  return undefined;
};

/**
 * Without `--dev`, for which bubblewrap would create a second user namespace, and the first one's rights would not
 * suffice to enter the network.
 */
const HOLDER =
  `--ro-bind / / --tmpfs /dev --dev-bind /dev/null /dev/null --proc /proc --unshare-pid --unshare-net --cap-drop ALL --die-with-parent --new-session --json-status-fd ${STATUS}`.split(
    " ",
  );

const waiting = (proxy: string | undefined): readonly string[] => {
  // The pipe breaks when this process ends, even if it is killed before bubblewrap arms `--die-with-parent`.
  const wait = ["/bin/sh", "-c", "echo; exec cat"];
  return proxy === undefined ? wait : bridgedCommand({ command: wait, socket: proxy }).command;
};

/** Returns the pid of the holder once it is ready, or undefined if it fails. */
const firstProcess = async (holder: ChildProcess): Promise<number | undefined> => {
  let report = "";
  const status = holder.stdio[STATUS] as Readable;
  status.on("data", (chunk: Buffer) => (report += chunk.toString()));
  const ready = await new Promise<boolean>((resolve) => {
    holder.once("error", () => resolve(false));
    holder.once("exit", () => resolve(false));
    holder.stdout?.once("data", () => resolve(true));
  });
  for (const pipe of [status, holder.stdout as Readable]) pipe.destroy();
  holder.unref();
  (holder.stdin as Socket).unref();
  const id = /"child-pid": *(\d+)/.exec(report)?.[1];
  return ready && id !== undefined ? Number(id) : undefined;
};

const opened = (id: number, kinds: readonly string[]): { readonly kind: string; readonly descriptor: number }[] => {
  try {
    return kinds.map((kind) => ({ kind, descriptor: openSync(`/proc/${id}/ns/${kind}`, "r") }));
  } catch {
    return [];
  }
};

const works = ([program = "", ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: TIMEOUT, env: { PATH: "/usr/bin:/bin" } }, (error) => resolve(error === null));
  });

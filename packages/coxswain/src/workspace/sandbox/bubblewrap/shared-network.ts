import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { bridged } from "../network/index.ts";
import type { Users } from "./bubblewrap-command.ts";

/** A network namespace for all commands of a workspace: what one of them serves on its loopback the others reach, and nobody else does. */
export interface SharedNetwork {
  /** A program and arguments by which another one is run in it; it fails, and runs nothing, where it cannot. */
  readonly enter: readonly string[];
  close(): void;
}

export interface SharedNetworkOrder {
  readonly bwrap: string;
  readonly nsenter: string | undefined;
  readonly users: Users;
  /** The socket of the proxy, where there is one: a bridge to it stays in the namespace. */
  readonly proxy?: string | undefined;
  /** What a command is run by, but for the way into the namespace: it is tried once. */
  readonly within: readonly string[];
}

const TIMEOUT = 10_000;
const STATUS = 3;

/** Undefined where the system has no way in: then each command gets a network of its own. */
export const sharedNetwork = async ({ bwrap, nsenter, users, proxy, within }: SharedNetworkOrder): Promise<SharedNetwork | undefined> => {
  if (nsenter === undefined) return undefined;
  const holder = spawn(bwrap, [...HOLDER, ...(users === "same" ? [] : ["--unshare-user"]), "--", ...waiting(proxy)], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const first = await firstProcess(holder);
  const spaces = first === undefined ? [] : opened(first, users === "same" ? ["net"] : ["user", "net"]);
  const close = (): void => {
    for (const { descriptor } of spaces.splice(0)) closeSync(descriptor);
    holder.kill("SIGKILL");
  };
  // By descriptors of this process: the number of another one could be somebody else's by then.
  const enter = [
    nsenter,
    "--preserve-credentials",
    ...spaces.map(({ kind, descriptor }) => `--${kind}=/proc/${process.pid}/fd/${descriptor}`),
    "--",
  ];
  if (spaces.length > 0 && (await works([...enter, ...within, "/bin/true"]))) {
    // The descriptors hold the namespace; only a bridge has to live on.
    if (proxy === undefined) holder.kill("SIGKILL");
    return { enter, close };
  }
  close();
  return undefined;
};

/** Without `--dev`, for which bubblewrap makes a second user namespace: the first one's would not do to enter the network. */
const HOLDER =
  `--ro-bind / / --tmpfs /dev --dev-bind /dev/null /dev/null --proc /proc --unshare-pid --unshare-net --cap-drop ALL --die-with-parent --new-session --json-status-fd ${STATUS}`.split(
    " ",
  );

const waiting = (proxy: string | undefined): readonly string[] => {
  const wait = ["/bin/sh", "-c", "echo; exec sleep 2147483647"];
  return proxy === undefined ? wait : bridged({ command: wait, socket: proxy }).command;
};

/** When it waits, its id; undefined if it does not come to that. */
const firstProcess = async (holder: ChildProcess): Promise<number | undefined> => {
  let told = "";
  const status = holder.stdio[STATUS] as Readable;
  status.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const ready = await new Promise<boolean>((resolve) => {
    holder.once("error", () => resolve(false));
    holder.once("exit", () => resolve(false));
    holder.stdout?.once("data", () => resolve(true));
  });
  for (const pipe of [status, holder.stdout as Readable]) pipe.destroy();
  holder.unref();
  const id = /"child-pid": *(\d+)/.exec(told)?.[1];
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

import { delimiter, isAbsolute } from "node:path";
import { isWithin, type Mount } from "./mounts.ts";
import { pathExists, kindAt, resolveExisting } from "./existing-paths.ts";
import { readFileSync } from "node:fs";

export interface SystemMountOptions {
  /** The folder that commands see at `/tmp`. */
  readonly temporary: string;
  /** Environment of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders that commands can read regardless of their location. */
  readonly seen: readonly string[];
  /** True to leave the network unrestricted. */
  readonly network: boolean;
}

/** Folders with temporary files of all users, or with sockets of running programs. */
const TEMPORARY = ["/tmp", "/var/tmp"];
const RUNNING = ["/run", "/var/run"];

/** Files that root could read: other users' passwords and the machine's keys. */
const SECRETS = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  ...["rsa", "ecdsa", "ed25519"].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
];

/** Returns the mounts around the workspace: separate temporary folders, no sockets, no passwords. */
export const systemMounts = ({ temporary, env, seen, network }: SystemMountOptions): readonly Mount[] => {
  const own = realFolders(TEMPORARY).map((at): Mount => ({ at, show: "own", from: temporary }));
  const running = realFolders(RUNNING).map((at): Mount => ({ at, show: "hidden-folder" }));
  const replaced = [...own, ...running].map(({ at }) => at);
  const isReplaced = (path: string): boolean => replaced.some((folder) => isWithin(folder, path));
  const targets = [env["HOME"] ?? "", ...(env["PATH"] ?? "").split(delimiter), ...seen, ...(network ? ["/etc/resolv.conf"] : [])];
  return [
    ...own,
    ...running,
    ...targets.filter(isAbsolute).flatMap((path) => {
      const from = resolveExisting(path);
      if (from === undefined || kindAt(from) === undefined) return [];
      // `/etc/resolv.conf` is a link into `/run`. A folder of programs there may itself be a link.
      const at = isReplaced(path) ? path : from;
      return isReplaced(at) && !replaced.includes(at) ? [{ at, show: "read-only" as const, from }] : [];
    }),
    { at: "/sys", show: "protected" },
    ...SECRETS.filter(pathExists).map((at): Mount => ({ at, show: "hidden-file" })),
    ...unixSockets()
      .filter((path) => kindAt(path) === "file")
      .flatMap((path): readonly Mount[] => [{ at: resolveExisting(path) ?? path, show: "hidden-file" }]),
  ];
};

const realFolders = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths.map(resolveExisting).filter((path) => path !== undefined && kindAt(path) === "folder"))].filter(
    (path) => path !== undefined,
  );

/**
 * Returns the paths of sockets on which programs of this machine listen. A read-only mount does not prevent connecting.
 */
export const unixSockets = (table = readTable()): readonly string[] => [
  ...new Set(
    table.split("\n").flatMap((line) => {
      const path = /^\S+:(?: +\S+){6} +(\/.*)$/.exec(line)?.[1];
      return path ?? [];
    }),
  ),
];

const readTable = (): string => {
  try {
    return readFileSync("/proc/net/unix", "utf8");
  } catch {
    return "";
  }
};

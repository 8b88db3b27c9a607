import type { Mount } from "../mounts.ts";

export interface BubblewrapOrder {
  /** In the order to be made in. */
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** Whether the network is left as it is. */
  readonly network: boolean;
  /** How far users are set apart: see `variants`. */
  readonly users: Users;
  /** For root: all of `/proc` is read-only, for the system's settings in it belong to root, whose they stay without any capability. */
  readonly root: boolean;
  /** The descriptor that is told how the command fared. */
  readonly status?: number;
}

/** `sealed`: a user namespace in which no other one can be made. `apart`: a user namespace. `same`: none, which only root can do. */
export type Users = "sealed" | "apart" | "same";

const USERS: Readonly<Record<Users, readonly string[]>> = {
  sealed: ["--unshare-user", "--disable-userns"],
  apart: ["--unshare-user"],
  same: [],
};

/** Arguments of `bwrap`, up to the program that it is to run. */
export const bubblewrapArguments = ({ mounts, cwd, network, users, root, status }: BubblewrapOrder): readonly string[] => [
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  ...mounts.flatMap(mounting),
  // After all that is mounted in them.
  ...mounts.flatMap(({ at, show }) => (show === "hidden-folder" ? ["--remount-ro", at] : [])),
  ...(root ? ["--remount-ro", "/proc"] : []),
  ...USERS[users],
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  ...(network ? [] : ["--unshare-net"]),
  "--cap-drop",
  "ALL",
  "--die-with-parent",
  // A group of its own for what is confined: it can be asked to end while bwrap waits for it.
  "--new-session",
  "--chdir",
  cwd,
  ...(status === undefined ? [] : ["--json-status-fd", String(status)]),
  "--",
];

const mounting = ({ at, show, from }: Mount): readonly string[] => {
  if (show === "writable" || show === "own") return ["--bind", from ?? at, at];
  if (show === "hidden-folder") return ["--tmpfs", at];
  // A device on a mount without devices: opening it is refused, and git sees no file there.
  if (show === "hidden-file") return ["--ro-bind", from ?? "/dev/null", at];
  return ["--ro-bind", from ?? at, at];
};

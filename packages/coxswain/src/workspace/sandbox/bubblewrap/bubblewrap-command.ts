import { isWithin, type Mount } from "../mounts.ts";

export interface BubblewrapOrder {
  /** Where bubblewrap is. */
  readonly bwrap: string;
  /** Whether it runs in another one: see `shield`. */
  readonly shielded: boolean;
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

/** Bubblewrap and its arguments, up to the program that it is to run. */
export const bubblewrapCommand = ({ bwrap, shielded, mounts, cwd, network, users, root, status }: BubblewrapOrder): readonly string[] => [
  ...(shielded ? shield(bwrap, mounts, users) : []),
  bwrap,
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

/**
 * Another bubblewrap around it, for which all but what may be written is read-only. To mount something, bubblewrap makes an empty file or folder
 * where there is none; with a link that another command has just put in the way, it would make it wherever that leads.
 */
const shield = (bwrap: string, mounts: readonly Mount[], users: Users): readonly string[] => {
  const written = mounts.flatMap(({ at, show, from }) => (show === "writable" || show === "own" ? [from ?? at] : []));
  const outermost = [...new Set(written)].filter((path) => !written.some((other) => other !== path && isWithin(other, path)));
  return [
    bwrap,
    ...READ_ONLY,
    ...outermost.flatMap((path) => ["--bind", path, path]),
    ...(users === "same" ? [] : ["--unshare-user"]),
    "--die-with-parent",
    "--",
  ];
};

const READ_ONLY = ["--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc"];

const mounting = ({ at, show, from }: Mount): readonly string[] => {
  if (show === "writable" || show === "own") return ["--bind", from ?? at, at];
  if (show === "hidden-folder") return ["--tmpfs", at];
  // A device on a mount without devices: opening it is refused, and git sees no file there.
  if (show === "hidden-file") return ["--ro-bind", from ?? "/dev/null", at];
  return ["--ro-bind", from ?? at, at];
};

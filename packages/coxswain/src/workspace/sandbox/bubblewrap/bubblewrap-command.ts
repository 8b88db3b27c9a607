import { isWithin, type Mount } from "../mounts.ts";

export interface BubblewrapOptions {
  /** Path of bubblewrap. */
  readonly bwrap: string;
  /** True to run bubblewrap inside another one: see `shield`. */
  readonly shielded: boolean;
  /** Mounts in the order in which to create them. */
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** True to leave the network unrestricted. */
  readonly network: boolean;
  /** Isolation of users: see `variants`. */
  readonly users: Users;
  /**
   * For root: mounts all of `/proc` read-only. Its system settings belong to root, so root can write them without any
   * capability.
   */
  readonly root: boolean;
  /** Descriptor on which bubblewrap reports its status. */
  readonly status?: number;
  /** Descriptor from which bubblewrap reads the filter of system calls. Default: all calls are allowed. */
  readonly filter?: number | undefined;
}

/**
 * `sealed`: a user namespace in which no other one can be created. `apart`: a user namespace. `same`: none, which only
 * root can do.
 */
export type Users = "sealed" | "apart" | "same";

const USERS: Readonly<Record<Users, readonly string[]>> = {
  sealed: ["--unshare-user", "--disable-userns"],
  apart: ["--unshare-user"],
  same: [],
};

/** Returns bubblewrap and its arguments, up to the program to run. */
export const bubblewrapCommand = ({
  bwrap,
  shielded,
  mounts,
  cwd,
  network,
  users,
  root,
  status,
  filter,
}: BubblewrapOptions): readonly string[] => [
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
  // After everything that is mounted inside them.
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
  // A separate process group for the command: it can be terminated while bwrap waits for it.
  "--new-session",
  "--chdir",
  cwd,
  ...(status === undefined ? [] : ["--json-status-fd", String(status)]),
  ...(filter === undefined ? [] : ["--seccomp", String(filter)]),
  "--",
];

/**
 * Wraps another bubblewrap around it that makes everything read-only except the writable folders. To mount something,
 * bubblewrap creates an empty file or folder if needed; if a concurrent command has just put a link there, it would
 * follow the link.
 */
const shield = (bwrap: string, mounts: readonly Mount[], users: Users): readonly string[] => [
  bwrap,
  ...shieldMounts(outermostWritable(mounts)),
  ...(users === "same" ? [] : ["--unshare-user"]),
  "--die-with-parent",
  "--",
];

/** Returns the writable folders that are in no other one, and the folders whose content is shown elsewhere. */
export const outermostWritable = (mounts: readonly Mount[]): readonly string[] => {
  const written = mounts.flatMap(({ at, show, from }) => (show === "writable" || show === "own" ? [from ?? at] : []));
  return [...new Set(written)].filter((path) => !written.some((other) => other !== path && isWithin(other, path)));
};

/** Arguments of bubblewrap that make everything read-only except these folders. */
export const shieldMounts = (writable: readonly string[]): readonly string[] => [
  ...READ_ONLY,
  ...writable.flatMap((path) => ["--bind", path, path]),
];

const READ_ONLY = ["--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc"];

const mounting = ({ at, show, from }: Mount): readonly string[] => {
  if (show === "writable" || show === "own") return ["--bind", from ?? at, at];
  if (show === "hidden-folder") return ["--tmpfs", at];
  // A device on a mount without devices: opening it fails, and git does not see a file there.
  if (show === "hidden-file") return ["--ro-bind", from ?? "/dev/null", at];
  return ["--ro-bind", from ?? at, at];
};

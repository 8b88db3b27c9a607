import { delimiter, isAbsolute } from "node:path";
import { isWithin, type Mount } from "./mounts.ts";
import { isThere, kindAt, realPlace } from "./real-place.ts";
import { unixSockets } from "./unix-sockets.ts";

export interface SystemPlaces {
  /** The folder that commands find at `/tmp`. */
  readonly temporary: string;
  /** Of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders that are to be seen wherever they lie. */
  readonly seen: readonly string[];
  /** Whether the network is left as it is. */
  readonly network: boolean;
}

/** Whose content is everybody's, or nothing but sockets and other things of running programs. */
const TEMPORARY = ["/tmp", "/var/tmp"];
const RUNNING = ["/run", "/var/run"];

/** What root could read of others' passwords and of the machine's own keys. */
const SECRETS = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  ...["rsa", "ecdsa", "ed25519"].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
];

/** The machine around the workspace: temporary folders of its own, no sockets, no passwords. */
export const systemMounts = ({ temporary, env, seen, network }: SystemPlaces): readonly Mount[] => {
  const own = realFolders(TEMPORARY).map((at): Mount => ({ at, show: "own", from: temporary }));
  const running = realFolders(RUNNING).map((at): Mount => ({ at, show: "hidden-folder" }));
  const replaced = [...own, ...running].map(({ at }) => at);
  const isReplaced = (path: string): boolean => replaced.some((folder) => isWithin(folder, path));
  const wanted = [env["HOME"] ?? "", ...(env["PATH"] ?? "").split(delimiter), ...seen, ...(network ? ["/etc/resolv.conf"] : [])];
  return [
    ...own,
    ...running,
    ...wanted.filter(isAbsolute).flatMap((path) => {
      const from = realPlace(path);
      if (from === undefined || kindAt(from) === undefined) return [];
      // `/etc/resolv.conf` leads to `/run`; a folder of programs there may itself be a link to somewhere else.
      const at = isReplaced(path) ? path : from;
      return isReplaced(at) && !replaced.includes(at) ? [{ at, show: "read-only" as const, from }] : [];
    }),
    { at: "/sys", show: "protected" },
    ...SECRETS.filter(isThere).map((at): Mount => ({ at, show: "hidden-file" })),
    ...unixSockets()
      .filter((path) => kindAt(path) === "file")
      .flatMap((path): readonly Mount[] => [{ at: realPlace(path) ?? path, show: "hidden-file" }]),
  ];
};

const realFolders = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths.map(realPlace).filter((path) => path !== undefined && kindAt(path) === "folder"))].filter((path) => path !== undefined);

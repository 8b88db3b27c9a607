export interface SeatbeltPlaces {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  /** Whether the network is left as it is. */
  readonly network: boolean;
}

/**
 * A profile for `sandbox-exec`, in which the last rule that fits decides: inner places come after outer ones. A rule counts for paths that do
 * not exist as well, so that nothing protected can be made. All paths have their links resolved.
 */
export const seatbeltProfile = ({ writable, readOnly, hidden, network }: SeatbeltPlaces): string => {
  const places = [
    ...writable.map((path) => ({ path, rule: "allow file-read* file-write*" })),
    ...readOnly.map((path) => ({ path, rule: "deny file-write*" })),
    ...hidden.map((path) => ({ path, rule: "deny file-read* file-write*" })),
  ];
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    `(allow file-write* ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(" ")})`,
    ...places.toSorted((one, other) => depth(one.path) - depth(other.path)).map(({ path, rule }) => `(${rule} (subpath ${quoted(path)}))`),
    // Who renames a folder around a protected place could put another one there.
    ...[...new Set(readOnly.flatMap(above))].map((path) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    "(deny file-write-setugid)",
    ...(network ? [] : ["(deny network*)"]),
    "(deny signal)",
    "(allow signal (target same-sandbox))",
    "(deny mach-priv-task-port)",
    "(deny appleevent-send)",
    "(deny job-creation)",
    "",
  ].join("\n");
};

const DEVICES = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/dtracehelper"];

const depth = (path: string): number => path.split("/").length;

const above = (path: string): readonly string[] => {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
};

const quoted = (path: string): string => `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

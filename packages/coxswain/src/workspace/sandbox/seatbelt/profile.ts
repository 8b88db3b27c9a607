export interface SeatbeltPaths {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  /** True to leave the network unrestricted. */
  readonly network: boolean;
}

/**
 * Returns a profile for `sandbox-exec`. The last matching rule decides, so inner paths come after outer ones. Rules
 * also apply to missing paths, so that protected ones cannot be created. All paths must be resolved.
 */
export const seatbeltProfile = ({ writable, readOnly, hidden, network }: SeatbeltPaths): string => {
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
    // Renaming a folder around a protected path would allow replacing it.
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

import { readFileSync } from "node:fs";
import { isWithin, type Mount } from "../mounts.ts";
import type { MountCheck } from "../sandbox.ts";
import { escapedPath, type Origin, freeIn, straysIn } from "./mount-table.ts";

export interface Verification {
  readonly mounts: readonly Mount[];
  readonly originOf: (path: string) => Origin | undefined;
  /** Writable mounts that the sandbox cannot make read-only, because only their owner may access them. */
  readonly strays: readonly string[];
}

/** The mounts that must exist, and the folders in which mounts may be writable, in the kernel's notation. */
interface Expected {
  /** `DEVICE ROOT PATH ro|rw` each; `- / PATH ro` for a file system of the sandbox's own. */
  readonly planned: readonly string[];
  readonly free: readonly string[];
}

const expected = ({ mounts, originOf, strays }: Verification): Expected => {
  const writable = mounts.filter(({ show }) => show === "writable");
  const inDanger = mounts.filter(({ at, show }) => show !== "own" && writable.some((outer) => isWithin(outer.at, at)));
  const planned = inDanger.flatMap(({ at, show, from = "/dev/null" }) => {
    if (show === "hidden-folder") return [`- / ${escapedPath(at)} ro`];
    const origin = originOf(show === "hidden-file" ? from : at);
    return origin === undefined
      ? []
      : [`${origin.device} ${origin.path} ${escapedPath(at)} ${show === "writable" && !origin.readOnly ? "rw" : "ro"}`];
  });
  return { planned, free: [...freeIn({ mounts }), ...strays] };
};

/** Checks the mounts of another process, whose table the kernel shows to its user. */
export const checkMounts = (verification: Verification, pid: number): MountCheck => {
  let table: string;
  try {
    table = readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  } catch {
    return { kind: "unreadable" };
  }
  const found = deviations(verification, table);
  return found.length === 0 ? { kind: "planned" } : { kind: "changed", message: [CHANGED, ...found].join("\n") };
};

/** Returns the deviations of a sandbox's table of mounts from the plan, in the kernel's notation. */
const deviations = (verification: Verification, table: string): readonly string[] => {
  const { planned, free } = expected(verification);
  const missing = [...planned];
  for (const line of table.split("\n")) {
    const [, , device, root, at, options = ""] = line.split(" ");
    const shown = `${root} ${at} ${options.split(",")[0]}`;
    for (const one of [`${device} ${shown}`, `- ${shown}`]) {
      const found = missing.indexOf(one);
      if (found !== -1) missing.splice(found, 1);
    }
  }
  return [...missing, ...straysIn(table, free).map((at) => `${at} is writable`)];
};

const CHANGED = "The command was not run: the folder changed while the sandbox was set up. Run it again.";

/**
 * Returns a program that runs the program after it only if the mounts are as planned. A concurrent command could have
 * put a link in the way between the plan and the mount, so that something else became writable or stayed accessible.
 */
export const verifying = (verification: Verification): readonly string[] => {
  const { planned, free } = expected(verification);
  return ["/bin/sh", "-c", SCRIPT, "sh", ["", ...planned, ""].join("\n\n"), free.join("\n")];
};

/**
 * Removes each mount found from the list of planned ones. `cat` reads the table, because a shell reads a file byte by
 * byte; it is run from its usual path, because PATH could name a folder of the project. The variables are prefixed,
 * because changing one of the environment would change it for the command.
 */
const SCRIPT = `
_cox_planned=$1
_cox_free=$2
shift 2
_cox_n='
'
_cox_look() {
  _cox_mode=\${6%%,*}
  for _cox_line in "$3 $4 $5 $_cox_mode" "- $4 $5 $_cox_mode"; do
    case $_cox_planned in
    *"$_cox_n$_cox_line$_cox_n"*) _cox_planned="\${_cox_planned%%"$_cox_n$_cox_line$_cox_n"*}$_cox_n\${_cox_planned#*"$_cox_n$_cox_line$_cox_n"}" ;;
    esac
  done
  [ "$_cox_mode" = rw ] || return 0
  case $_cox_free in $_cox_n*) return 0 ;; esac
  IFS=$_cox_n
  for _cox_folder in $_cox_free; do case $5/ in "$_cox_folder"/*) return 0 ;; esac; done
  _cox_planned="$_cox_planned$5 is writable$_cox_n"
}
set -f
if [ -x /bin/cat ]; then
  _cox_table=$(/bin/cat /proc/self/mountinfo)
else
  _cox_table=
  while IFS= read -r _cox_line; do _cox_table="$_cox_table$_cox_line$_cox_n"; done < /proc/self/mountinfo
fi
IFS=$_cox_n
for _cox_mount in $_cox_table; do
  IFS=' '
  _cox_look $_cox_mount
  IFS=$_cox_n
done
unset IFS
set +f
case $_cox_planned in
*[!"$_cox_n"]*) echo "${CHANGED}$_cox_planned" >&2; exit 126 ;;
esac
exec "$@"`;

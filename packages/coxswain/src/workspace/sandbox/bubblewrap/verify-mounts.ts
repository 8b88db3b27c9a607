import { isWithin, type Mount } from "../mounts.ts";
import { escapedPath, type Origin } from "./mount-table.ts";
import { freeIn } from "./strays.ts";

export interface Verification {
  readonly mounts: readonly Mount[];
  readonly originOf: (path: string) => Origin | undefined;
  /** Writable mounts of the system that the sandbox cannot make read-only, because nobody but their owner may look at them. */
  readonly strays: readonly string[];
}

/**
 * A program that runs the one behind it only if all is mounted as it was planned. A command that runs at the same time could have put a link in the
 * way between the plan and the mount: it would be followed, and something else be made writable or stay open.
 */
export const verifying = ({ mounts, originOf, strays }: Verification): readonly string[] => {
  const writable = mounts.filter(({ show }) => show === "writable");
  const inDanger = mounts.filter(({ at, show }) => show !== "own" && writable.some((outer) => isWithin(outer.at, at)));
  const planned = inDanger.flatMap(({ at, show }) => {
    if (show === "hidden-folder") return [`- / ${escapedPath(at)} ro`];
    const origin = originOf(show === "hidden-file" ? "/dev/null" : at);
    return origin === undefined ? [] : [`${origin.device} ${origin.path} ${escapedPath(at)} ${show === "writable" ? "rw" : "ro"}`];
  });
  return ["/bin/sh", "-c", SCRIPT, "sh", ["", ...planned, ""].join("\n\n"), [...freeIn({ mounts }), ...strays].join("\n")];
};

/** What is planned is crossed out line by line. The last line but one of an empty list is not empty where the whole file system may be written. */
const SCRIPT = `
planned=$1
free=$2
n='
'
set -f
IFS=$n
while IFS=' ' read -r _ _ device root at options _; do
  mode=\${options%%,*}
  for line in "$device $root $at $mode" "- $root $at $mode"; do
    case $planned in *"$n$line$n"*) planned="\${planned%%"$n$line$n"*}$n\${planned#*"$n$line$n"}" ;; esac
  done
  [ "$mode" = rw ] || continue
  known=
  case $free in $n*) known=1 ;; esac
  for folder in $free; do case $at/ in "$folder"/*) known=1 ;; esac; done
  [ -n "$known" ] || planned="$planned$at is writable$n"
done < /proc/self/mountinfo
unset IFS
set +f
case $planned in
*[!"$n"]*) echo "The command was not run: the sandbox is not as it was planned, because something in the folder changed meanwhile.$planned" >&2; exit 126 ;;
esac
shift 2
exec "$@"`;

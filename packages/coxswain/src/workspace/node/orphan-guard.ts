import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type CommandMark, commandMark, marksOf } from "./command-mark.ts";

/**
 * Ends what commands left running when this process is killed and can end nothing itself: a shell that reads from a pipe
 * which groups run, and outlives this process by what it has to do when the pipe breaks. Processes that left their group
 * are known by the mark in their environment, where the system tells of it.
 */
export class OrphanGuard {
  readonly #owner = randomUUID();
  #marked = 0;
  #shell: ChildProcess | undefined;

  /** For the next command. */
  mark(): CommandMark {
    this.#marked += 1;
    return commandMark(`${this.#owner}.${this.#marked}`);
  }

  /** A group runs. The first one starts the guard. */
  add(group: number): void {
    this.#shell ??= start(marksOf(this.#owner));
    this.#tell("+", group);
  }

  /** All of it has ended: its number may be another's soon. */
  remove(group: number): void {
    this.#tell("-", group);
  }

  #tell(change: "+" | "-", group: number): void {
    this.#shell?.stdin?.write(`${change} ${group}\n`);
  }
}

/** Needs nothing but a POSIX shell. On the way out: SIGTERM, a second, SIGKILL. */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r change group; do
  if [ "$change" = + ]; then groups="$groups $group"; continue; fi
  rest=
  for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
  groups=$rest
done
[ -n "$groups" ] || exit 0
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 1
for group in $groups; do kill -s KILL -- "-$group"; done
for environment in /proc/[0-9]*/environ; do
  id=\${environment#/proc/}
  grep -qs -- "$1" "$environment" && kill -s KILL "\${id%/environ}"
done`;

const start = (mark: string): ChildProcess => {
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "cox-guard", mark], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without it commands run as well; they are only not looked after.
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  (guard.stdin as { unref?: () => void } | null)?.unref?.();
  return guard;
};

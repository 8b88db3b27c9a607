import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { COMMAND_MARK, type CommandMark, commandMark } from "./command-mark.ts";

/**
 * Ends what commands left running when this process is killed and can end nothing itself: a shell that reads from a pipe
 * which groups run, and outlives this process by what it has to do when the pipe breaks. Processes that left their group
 * are known by their command's mark, where the system tells of it.
 */
export class OrphanGuard {
  readonly #owner = randomUUID();
  #marked = 0;
  #shell: ChildProcess | undefined;

  /** For the next command. */
  mark(): CommandMark {
    this.#marked += 1;
    return commandMark(`${this.#owner}-${this.#marked}.`);
  }

  /** A command's group runs. The first one starts the guard. */
  add(group: number, { value }: CommandMark): void {
    this.#shell ??= start();
    this.#tell(`+ ${group}:${value}`);
  }

  /** All of it has ended: its number may be another's soon. */
  remove(group: number): void {
    this.#tell(`- ${group}`);
  }

  #tell(change: string): void {
    this.#shell?.stdin?.write(`${change}\n`);
  }
}

/** Needs nothing but a POSIX shell. Keeps `GROUP:MARK` of each command. On the way out: SIGTERM, a second, SIGKILL. */
const SCRIPT = `
trap '' HUP INT TERM
commands=
while read -r change command; do
  if [ "$change" = + ]; then commands="$commands $command"; continue; fi
  rest=
  for one in $commands; do [ "\${one%%:*}" = "$command" ] || rest="$rest $one"; done
  commands=$rest
done
[ -n "$commands" ] || exit 0
for one in $commands; do kill -s TERM -- "-\${one%%:*}"; done
sleep 1
for one in $commands; do
  kill -s KILL -- "-\${one%%:*}"
  for environment in /proc/[0-9]*/environ; do
    id=\${environment#/proc/}
    grep -qsF -- "${COMMAND_MARK}=\${one#*:}" "$environment" && kill -s KILL "\${id%/environ}"
  done
done`;

const start = (): ChildProcess => {
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "cox-guard"], {
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

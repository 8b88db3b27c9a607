import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { COMMAND_MARK, type CommandMark, commandMark } from "./process-group.ts";

/**
 * Kills the processes that commands left running when this process is killed and cannot do so itself. A shell reads the
 * running process groups from a pipe, and acts when the pipe breaks. Processes that left their group are found by their
 * command's mark, on systems that expose it.
 */
export class OrphanGuard {
  readonly #owner = randomUUID();
  #marked = 0;
  #shell: ChildProcess | undefined;

  /** Returns a mark for the next command. */
  mark(): CommandMark {
    this.#marked += 1;
    return commandMark(`${this.#owner}-${this.#marked}.`);
  }

  /** Registers a command's process group. The first one starts the guard. */
  add(group: number, { value }: CommandMark): void {
    this.#shell ??= start();
    this.#send(`+ ${group}:${value}`);
  }

  /** Removes a group that has ended, because its id may be reused. */
  remove(group: number): void {
    this.#send(`- ${group}`);
  }

  #send(change: string): void {
    this.#shell?.stdin?.write(`${change}\n`);
  }
}

/** Needs only a POSIX shell. Tracks `GROUP:MARK` of each command. At the end: SIGTERM, one second, SIGKILL. */
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
  // Without the guard commands still run, but their orphans survive.
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  (guard.stdin as { unref?: () => void } | null)?.unref?.();
  return guard;
};

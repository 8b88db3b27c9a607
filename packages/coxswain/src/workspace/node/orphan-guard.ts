import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { COMMAND_MARK, type CommandMark, commandMark } from "./process-group.ts";

/**
 * Kills the processes that commands left running when this process is killed and cannot do so itself. A shell reads the
 * running commands from a pipe, and acts when the pipe breaks. It finds their processes by group, and by the command's
 * mark on systems that expose it: those that left their group, and those of a command that started just before the end.
 */
export class OrphanGuard {
  readonly #owner = randomUUID();
  #marked = 0;
  #shell: ChildProcess | undefined;

  /** Registers a command before it starts. The first one starts the guard. */
  begin(): CommandMark {
    this.#shell ??= start();
    this.#marked += 1;
    const mark = commandMark(`${this.#owner}-${this.#marked}.`);
    this.#send("+", mark);
    return mark;
  }

  /** Records the process group of a started command. */
  started(mark: CommandMark, group: number): void {
    this.#send("+", mark, group);
  }

  /** Removes a command that has ended, because the id of its group may be reused. */
  ended(mark: CommandMark): void {
    this.#send("-", mark);
  }

  #send(change: "+" | "-", { value }: CommandMark, group?: number): void {
    this.#shell?.stdin?.write(`${change} ${value} ${group ?? ""}\n`);
  }
}

/**
 * Needs only a POSIX shell. Tracks `MARK:GROUP` of each command, and `MARK:` before it has a group. At the end: SIGTERM,
 * one second, SIGKILL. A child has the pipe until it executes the command, so that every command has its mark by then.
 */
const SCRIPT = `
trap '' HUP INT TERM
commands=
while read -r change mark group; do
  rest=
  for one in $commands; do [ "\${one%%:*}" = "$mark" ] || rest="$rest $one"; done
  commands=$rest
  [ "$change" = - ] || commands="$commands $mark:$group"
done
[ -n "$commands" ] || exit 0
signal_all() {
  for one in $commands; do
    [ -z "\${one#*:}" ] || kill -s "$1" -- "-\${one#*:}"
    for environment in /proc/[0-9]*/environ; do
      id=\${environment#/proc/}
      grep -qsF -- "${COMMAND_MARK}=\${one%%:*}" "$environment" && kill -s "$1" "\${id%/environ}"
    done
  done
}
signal_all TERM
sleep 1
signal_all KILL`;

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

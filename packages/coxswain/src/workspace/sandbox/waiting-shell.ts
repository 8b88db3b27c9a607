import type { Socket } from "node:net";

/** Descriptor of the socket on which the shell waits. */
export const WAITING = 4;
/** Maximum number of bytes of a command that is sent over the socket: the shell reads it byte by byte. */
export const MOST_SENT = 4096;

/**
 * Returns a program that waits for its order before it runs the program after it, so that the sandbox can be checked
 * from outside meanwhile. `checks`: a program that checks the sandbox from inside, used only on order. If the socket
 * closes, nothing is run, and the exit code is 126.
 */
export const waiting = (checks: readonly string[]): readonly string[] => ["/bin/sh", "-c", SCRIPT, "sh", String(checks.length), ...checks];

/**
 * Lines that it reads: `+` and a line of a command, which becomes the last argument; then `run`, or `check` to run the
 * checks first. It writes `ready`, then `run` before it runs the command. The variables are prefixed, because changing
 * one of the environment would change it for the command.
 */
const SCRIPT = `
echo ready >&${WAITING}
_cox_sent= _cox_command= _cox_break=
while IFS= read -r _cox_line <&${WAITING}; do
  case $_cox_line in
  +*) _cox_command=$_cox_command$_cox_break\${_cox_line#+} _cox_sent=yes _cox_break='
' ;;
  run | check)
    _cox_skipped=$1
    shift
    [ "$_cox_line" = check ] || shift "$_cox_skipped"
    [ -z "$_cox_sent" ] || set -- "$@" "$_cox_command"
    echo run >&${WAITING}
    exec ${WAITING}>&-
    exec "$@" ;;
  *) exit 126 ;;
  esac
done
exit 126`;

/** A shell inside a sandbox that waits for its order. */
export interface WaitingShell {
  /** Resolves with true when it waits, with false if it ended before. */
  readonly ready: Promise<boolean>;
  /** Resolves with true when it runs the command, with false if it ended before. */
  readonly ran: Promise<boolean>;
  /** Orders it to run its program, with the command as the last argument if it is given. */
  run(command?: string): void;
  /** Orders it to run its program after the checks. */
  check(): void;
}

/** `socket`: this process's end of the shell's socket. */
export const waitingShell = (socket: Socket): WaitingShell => {
  const [ready, ran] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let written = "";
  socket.on("data", (chunk: Buffer) => {
    written += chunk.toString();
    if (written.startsWith("ready\n")) ready.resolve(true);
    if (written.startsWith("ready\nrun\n")) ran.resolve(true);
  });
  socket.on("error", () => {});
  socket.once("close", () => {
    ready.resolve(false);
    ran.resolve(false);
  });
  socket.unref();
  return {
    ready: ready.promise,
    ran: ran.promise,
    run(command) {
      const lines = command?.split("\n").map((line) => `+${line}\n`) ?? [];
      socket.write(`${lines.join("")}run\n`);
    },
    check() {
      socket.write("check\n");
    },
  };
};

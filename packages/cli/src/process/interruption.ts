import { EXIT, type ExitCode } from "./exit.ts";

const SIGNALS = {
  SIGHUP: EXIT.hangup,
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

/** `process`, or a stand-in for tests. */
export type SignalSource = Pick<NodeJS.Process, "on" | "off" | "exit">;

/** Signals that ask a run to end. */
export interface Interruption extends Disposable {
  /** Aborts at the first one. */
  readonly signal: AbortSignal;
  /** The code to exit with once there was one. */
  readonly code: ExitCode | undefined;
  /** Ignores SIGINT until disposal: another program has the terminal, and the user's Ctrl+C is for it. */
  lendTerminal(): Disposable;
}

/**
 * Listens to signals until disposal: the first one aborts, so that work can end cleanly; the second one exits at once.
 * @param names signals to listen to. Default: SIGHUP, SIGINT and SIGTERM.
 */
export const interruption = (
  source: SignalSource,
  names: readonly (keyof typeof SIGNALS)[] = ["SIGHUP", "SIGINT", "SIGTERM"],
): Interruption => {
  const aborting = new AbortController();
  let code: ExitCode | undefined;
  let isLent = false;
  const listen = (signal: NodeJS.Signals): void => {
    if (isLent && signal === "SIGINT") return;
    if (code !== undefined) source.exit(code);
    code = SIGNALS[signal as keyof typeof SIGNALS];
    aborting.abort();
  };
  for (const name of names) source.on(name, listen);
  return {
    signal: aborting.signal,
    get code() {
      return code;
    },
    lendTerminal() {
      isLent = true;
      return { [Symbol.dispose]: () => void (isLent = false) };
    },
    [Symbol.dispose]() {
      for (const name of names) source.off(name, listen);
    },
  };
};

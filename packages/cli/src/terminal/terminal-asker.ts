import type { ProcessContext } from "../process/index.ts";
import { readAnswer, drainInput } from "./terminal-input.ts";

/**
 * Shows a prompt and returns the line typed after it, or the pasted lines. Returns undefined at the end of input
 * (Ctrl+D) or when the signal aborts. Has no timeout. The prompt must already be escaped for a terminal.
 */
export type AskLine = (text: string) => Promise<string | undefined>;

/** Asks the user at the terminal one question at a time, in order of arrival. A process has one asker. */
export interface TerminalAsker {
  /** Asks one question. */
  readonly ask: (text: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Runs a conversation. Other questions wait until it ends. */
  readonly converse: <Value>(converse: (ask: AskLine) => Promise<Value>, signal: AbortSignal) => Promise<Value>;
  /** Defined while a question is open. Resolves when other output may be written again. */
  readonly quiet: Promise<void> | undefined;
}

/** The terminal's streams, and the signals that report a resume from a stop. */
export interface AskerParts extends Pick<ProcessContext, "stdin" | "stderr"> {
  readonly signals: Pick<ProcessContext["signals"], "on" | "off">;
}

export const terminalAsker = ({ stdin, stderr, signals }: AskerParts): TerminalAsker => {
  let last: Promise<unknown> = Promise.resolve();
  let quiet: Promise<void> | undefined;

  const converseNow: TerminalAsker["converse"] = async (converse, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();

    const ask: AskLine = async (text) => {
      // Discard input typed before the question was shown. Earlier output is flushed meanwhile.
      await drainInput(stdin);
      if (signal.aborted) return void stdin.pause();
      quiet = promise;
      const show = (): void => stderr.write(text);
      show();
      // After a stop (Ctrl+Z), the screen may show something else.
      signals.on("SIGCONT", show);
      try {
        const line = await readAnswer(stdin, signal);
        // No Enter ended the line.
        if (line === undefined) stderr.write("\n");
        return line;
      } finally {
        signals.off("SIGCONT", show);
      }
    };

    try {
      return await converse(ask);
    } finally {
      quiet = undefined;
      resolve();
    }
  };

  const enqueue: TerminalAsker["converse"] = (converse, signal) => {
    const turn = last.then(() => converseNow(converse, signal));
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    ask: (text, signal) => enqueue((ask) => ask(text), signal),
    converse: enqueue,
    get quiet() {
      return quiet;
    },
  };
};

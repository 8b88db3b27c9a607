import type { ProcessContext } from "../process/index.ts";
import { readAnswer } from "./read-answer.ts";
import { drainInput } from "./typed-by-now.ts";

/**
 * Shows a text, whose end is where the person types, and gives the line that they type, or the lines that they paste: undefined when they are at the end
 * of what they have to say (Ctrl+D), or the signal aborts. It waits as long as they take. The text has to be fit for a terminal.
 */
export type AskLine = (text: string) => Promise<string | undefined>;

/** Puts questions to the person at the terminal, one at a time, in the order in which they come. There is one for a process. */
export interface TerminalAsker {
  /** One question and its answer. */
  readonly ask: (text: string, signal: AbortSignal) => Promise<string | undefined>;
  /** One conversation: nobody else asks until it is over. */
  readonly converse: <Value>(converse: (put: AskLine) => Promise<Value>, signal: AbortSignal) => Promise<Value>;
  /** While a question is on the screen: resolves when it is not any more, and others may write there again. */
  readonly quiet: Promise<void> | undefined;
}

/** Where the terminal is, and what tells that the process is in front again. */
export interface AskerParts extends Pick<ProcessContext, "stdin" | "stderr"> {
  readonly signals: Pick<ProcessContext["signals"], "on" | "off">;
}

export const terminalAsker = ({ stdin, stderr, signals }: AskerParts): TerminalAsker => {
  let last: Promise<unknown> = Promise.resolve();
  let quiet: Promise<void> | undefined;

  const inTurn: TerminalAsker["converse"] = async (converse, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();

    const put: AskLine = async (text) => {
      // It is no answer to what nobody has seen. Meanwhile what was told before comes to the screen.
      await drainInput(stdin);
      if (signal.aborted) return void stdin.pause();
      quiet = promise;
      const show = (): void => stderr.write(text);
      show();
      // Who stopped the process (Ctrl+Z) and comes back has something else before their eyes.
      signals.on("SIGCONT", show);
      try {
        const line = await readAnswer(stdin, signal);
        // Nobody has ended the line.
        if (line === undefined) stderr.write("\n");
        return line;
      } finally {
        signals.off("SIGCONT", show);
      }
    };

    try {
      return await converse(put);
    } finally {
      quiet = undefined;
      resolve();
    }
  };

  const talk: TerminalAsker["converse"] = (converse, signal) => {
    const turn = last.then(() => inTurn(converse, signal));
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    ask: (text, signal) => talk((put) => put(text), signal),
    converse: talk,
    get quiet() {
      return quiet;
    },
  };
};

import type { Surroundings } from "../process/index.ts";
import { dropTyped } from "./drop-typed.ts";
import { readLine } from "./read-line.ts";

/** Puts questions to the person at the terminal, one at a time, in the order in which they come. There is one for a process. */
export interface TerminalAsker {
  /**
   * Shows a text, whose end is where the person types, and gives the line that they type: undefined when they are at the end of
   * what they have to say (Ctrl+D), or the signal aborts. It waits as long as they take. The text has to be fit for a terminal.
   */
  readonly ask: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

export const terminalAsker = ({ stdin, stderr }: Pick<Surroundings, "stdin" | "stderr">): TerminalAsker => {
  let last: Promise<unknown> = Promise.resolve();

  const put = async (text: string, signal: AbortSignal): Promise<string | undefined> => {
    // It is no answer to what nobody has seen. Meanwhile what was told before comes to the screen.
    await dropTyped(stdin);
    if (signal.aborted) return void stdin.pause();
    stderr.write(text);
    const line = await readLine(stdin, signal);
    // Nobody has ended the line.
    if (line === undefined) stderr.write("\n");
    return line;
  };

  return {
    ask(text, signal) {
      const inTurn = last.then(() => put(text, signal));
      last = inTurn.catch(() => undefined);
      return inTurn;
    },
  };
};

import { type Choices, ListPanel } from "./panels/index.ts";
import { chooseItem, Conversations, type LineTerminal, PlainOutput } from "./plain/index.ts";
import { type FrameTimer, InlineOutput, type ScreenTerminal } from "./terminal/index.ts";
import type { Theme } from "./themes/index.ts";

/** Shows a list at the terminal's end, before a session is open. Resolves to the chosen value, or undefined if the user closes it. */
export const chooseInline = async <Value>(
  choices: Choices<Value>,
  { terminal, timer, theme }: { readonly terminal: ScreenTerminal; readonly timer: FrameTimer; readonly theme: Theme },
): Promise<Value | undefined> => {
  const { promise, resolve } = Promise.withResolvers<Value | undefined>();
  const panel = new ListPanel({
    ...choices,
    onChoose: resolve,
    onClose: () => resolve(undefined),
    onChange: () => output.request(true),
  });
  const size = () => ({ width: Math.min(MOST_COLUMNS, Math.max(10, terminal.columns - 1)), height: Math.max(3, terminal.rows - 1) });
  const output = new InlineOutput({ output: terminal, timer, frame: () => ({ rows: panel.rows(size(), theme) }) });
  const onInput = (input: string): void => {
    panel.input(input);
    output.request(true);
  };
  terminal.start(onInput, () => output.resized());
  output.start();
  try {
    return await promise;
  } finally {
    output.stop();
    await terminal.drain();
    terminal.stop();
  }
};

/** Rows of the tail are at most this wide, so that a narrower terminal does not wrap them. */
const MOST_COLUMNS = 60;

/** Shows a numbered list, before a session is open. Resolves to the chosen value, or undefined if the user chooses none. */
export const choosePlain = async <Value>(choices: Choices<Value>, terminal: LineTerminal): Promise<Value | undefined> => {
  const output = new PlainOutput(terminal);
  const conversations = new Conversations({ prompt: (text) => output.prompt(text), drained: () => terminal.drained(), onQuiet: () => {} });
  terminal.start({
    typed(text) {
      output.typed();
      conversations.take(text);
    },
    interrupted: () => void conversations.take(undefined),
    continued: () => output.promptAgain(),
    ended: () => void conversations.take(undefined),
  });
  try {
    return await conversations.converse((ask) => chooseItem(choices, ask, (lines) => output.print(lines)));
  } finally {
    output.end();
    terminal.stop();
  }
};

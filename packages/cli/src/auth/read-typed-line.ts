import { displayWidth } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { type HiddenLine, readHiddenLine } from "./ask-key.ts";

/** A line of the user. */
export interface TypedLine {
  readonly text: string;
  /** True if a part of it was pasted, which the terminal does not show. */
  readonly isPasted: boolean;
}

/** Characters that arrive together from which they are a paste: every API key is longer. */
const LEAST_PASTE = 12;
const HIDDEN = "(pasted, hidden)";

/**
 * Reads a line and shows its typed characters, but no paste, which may be a secret. Undefined if the user cancels, the input ends, or the
 * signal aborts.
 * @param begin shows the prompt
 * @param write writes to the terminal
 */
export const readTypedLine = async (
  stdin: ProcessContext["stdin"],
  write: (text: string) => void,
  begin: () => void,
  signal: AbortSignal,
): Promise<TypedLine | undefined> => {
  let isPasted = false;
  const show = ({ text: before }: HiddenLine, { text }: HiddenLine): void => {
    const added = text.startsWith(before) ? text.slice(before.length) : "";
    if (added.length >= LEAST_PASTE) {
      isPasted = true;
      write(HIDDEN);
    } else if (added !== "") write(added);
    // Columns of a hidden part are not those of its characters.
    else if (!isPasted && before.startsWith(text)) write("\b \b".repeat(displayWidth(before.slice(text.length))));
  };
  const text = await readHiddenLine(stdin, begin, signal, show);
  return text === undefined ? undefined : { text, isPasted };
};

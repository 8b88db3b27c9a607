import { CURSOR_MARKER, Input, visibleWidth } from "@earendil-works/pi-tui";
import { pastedText } from "../terminal/index.ts";
import { fit } from "../blocks/index.ts";
import { cleanText } from "../editor/index.ts";

export interface CommentLineOptions {
  readonly text: string;
  /** Gets the text, or undefined if the user types none. */
  readonly take: (text: string | undefined) => void;
}

/** A line in which a comment is typed. */
export class CommentLine {
  readonly #input = new Input({ prompt: "Comment: " });

  constructor({ text, take }: CommentLineOptions) {
    // An inserted text has the caret behind it.
    if (text !== "") this.#input.handleInput(text);
    this.#input.focused = true;
    this.#input.onSubmit = take;
    this.#input.onEscape = () => take(undefined);
  }

  input(data: string): void {
    const pasted = pastedText(data);
    if (pasted === undefined) return this.#input.handleInput(data);
    const line = cleanText(pasted).replaceAll(/\s+/g, " ").trim();
    if (line !== "") this.#input.handleInput(line);
  }

  /** Returns the row, and the column of the caret. */
  row(width: number): { readonly row: string; readonly column: number } {
    const [row = ""] = this.#input.render(width);
    const at = Math.max(0, row.indexOf(CURSOR_MARKER));
    return { row: fit(row.replace(CURSOR_MARKER, "").replace(/ +$/, ""), width), column: visibleWidth(row.slice(0, at)) };
  }
}

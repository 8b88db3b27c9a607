import type { EarlierPrompt, PromptHistory } from "./prompt-history.ts";

/** Walks through earlier prompts with the arrows, from the text that is being typed and back to it. */
export class HistoryWalk {
  readonly #history: PromptHistory;
  /** Formats an earlier prompt for the editor. */
  readonly #shownAs: (text: string) => string;
  /** Steps from the typed text; 0: the text itself. */
  #steps = 0;
  #typed = "";
  /** The earlier prompt in the editor. */
  #shown = "";

  constructor(history: PromptHistory, shownAs: (text: string) => string) {
    this.#history = history;
    this.#shownAs = shownAs;
  }

  /** True if the text in the editor is an earlier prompt. */
  isAt(text: string): boolean {
    this.#follow(text);
    return this.#steps > 0;
  }

  /** Returns the prompt before the text in the editor; undefined if there is none. */
  earlier(text: string): string | undefined {
    this.#follow(text);
    const prompt = this.#prompts()[this.#steps];
    if (prompt === undefined) return undefined;
    if (this.#steps === 0) this.#typed = text;
    this.#steps += 1;
    this.#shown = this.#shownAs(prompt.text);
    return this.#shown;
  }

  /** Returns the prompt after the text in the editor, or at the end the typed text; undefined if that is in the editor. */
  later(text: string): string | undefined {
    this.#follow(text);
    if (this.#steps === 0) return undefined;
    this.#steps -= 1;
    const prompt = this.#steps === 0 ? undefined : this.#prompts()[this.#steps - 1];
    this.#shown = prompt === undefined ? this.#typed : this.#shownAs(prompt.text);
    return this.#shown;
  }

  /** Only the search offers prompts of which only the beginning is known, with a hint. */
  #prompts(): readonly EarlierPrompt[] {
    return this.#history.prompts().filter(({ isCut }) => !isCut);
  }

  /** An edited prompt becomes the typed text. */
  #follow(text: string): void {
    if (text !== this.#shown) this.#steps = 0;
  }
}

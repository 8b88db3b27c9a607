import { DraftKeeper, type DraftStore, expandTexts } from "../editor/index.ts";
import type { FrameTimer } from "../terminal/index.ts";

/** A prompt that was not sent. An empty line sends it, because a terminal that edits lines itself cannot be given one. */
export class PlainDraft {
  readonly #store: DraftStore;
  readonly #keeper: DraftKeeper;
  #text: string;

  constructor(store: DraftStore, timer: FrameTimer, text: string) {
    this.#store = store;
    this.#text = text;
    this.#keeper = new DraftKeeper(store, timer, () => ({ text: this.#text, pasted: {} }));
  }

  /** Empty: there is none. */
  get portableText(): string {
    return this.#text;
  }

  /** A line that shows it and how to send it. Undefined: there is none. */
  get offer(): string | undefined {
    return this.#text === "" ? undefined : `Message: ${this.#text}\nEnter sends it, and another line replaces it.`;
  }

  set(text: string): void {
    this.#text = text;
    this.#keeper.changed();
  }

  /** Adds lines that were typed while nothing could be sent, or that were not delivered. */
  add(lines: string): void {
    if (lines !== "") this.set(this.#text === "" ? lines : `${this.#text}\n${lines}`);
  }

  /** Returns the prompt and removes it, because it is sent or replaced. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    void this.#keeper.flush();
    return text;
  }

  /** Brings back the prompt that an earlier process left. Returns true if there was one. */
  async restore(): Promise<boolean> {
    const draft = await this.#store.take();
    if (draft === undefined) return false;
    const pasted = Object.entries(draft.pasted).map(([label, text]) => [label, { type: "text", text }] as const);
    this.add(expandTexts(draft.text, new Map(pasted)));
    return true;
  }

  /** Saves the prompt. */
  close(): Promise<void> {
    return this.#keeper.flush();
  }
}

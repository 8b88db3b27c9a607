/** A prompt that was submitted before. */
export interface EarlierPrompt {
  /** As typed: a shell command begins with `!`. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** True if only the beginning is known. */
  readonly isCut: boolean;
}

export interface PromptHistoryOptions {
  /** Reads the prompts of the project's sessions, the latest first. */
  readonly load: () => Promise<readonly EarlierPrompt[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when earlier prompts were read. */
  readonly onChange: () => void;
}

/** The prompts of this screen, and those of the project's sessions, which are read when they are first needed. */
export class PromptHistory {
  readonly #options: PromptHistoryOptions;
  #own: readonly EarlierPrompt[] = [];
  #earlier: readonly EarlierPrompt[] = [];
  #state: "unread" | "reading" | "read" = "unread";
  #prompts: readonly EarlierPrompt[] | undefined;

  constructor(options: PromptHistoryOptions) {
    this.#options = options;
  }

  /** The prompts that were submitted on this screen, the latest first. */
  get own(): readonly EarlierPrompt[] {
    return this.#own;
  }

  get isReading(): boolean {
    return this.#state === "reading";
  }

  /** Adds a submitted prompt. */
  add(text: string): void {
    this.#own = [{ text, at: this.#options.now(), isCut: false }, ...this.#own.filter((one) => one.text !== text)];
    this.#prompts = undefined;
  }

  /** The latest first, without repeats. The first call reads those of the project's sessions. */
  prompts(): readonly EarlierPrompt[] {
    if (this.#state === "unread") void this.#read();
    this.#prompts ??= withoutRepeats([...this.#own, ...this.#earlier]);
    return this.#prompts;
  }

  async #read(): Promise<void> {
    this.#state = "reading";
    // Without earlier sessions, the prompts of this screen remain.
    this.#earlier = await this.#options.load().catch((): readonly EarlierPrompt[] => []);
    this.#state = "read";
    this.#prompts = undefined;
    this.#options.onChange();
  }
}

const withoutRepeats = (prompts: readonly EarlierPrompt[]): readonly EarlierPrompt[] => {
  const texts = new Set<string>();
  return prompts.filter(({ text }) => !texts.has(text) && texts.add(text));
};

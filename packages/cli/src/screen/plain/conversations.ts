/** Shows a prompt and resolves to the text typed after it, or to undefined if the user gives no answer. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

export interface ConversationsOptions {
  /** Shows a prompt, after which the user types. */
  readonly prompt: (text: string) => void;
  /** Resolves once everything typed so far has been received. */
  readonly drained: () => Promise<void>;
  /** Called when the last conversation has ended. */
  readonly onQuiet: () => void;
}

/** Questions and answers by lines, one conversation at a time in the order of their beginning. */
export class Conversations {
  readonly #options: ConversationsOptions;
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;
  #answer: ((text: string | undefined) => void) | undefined;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** True from the beginning of a conversation to the end of the last one that waits. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Takes a typed text as the answer to the shown prompt. Returns false if there is none. */
  take(text: string | undefined): boolean {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(text);
    return answer !== undefined;
  }

  /** Runs a conversation after those before it. The signal ends it: its prompts then resolve to undefined. */
  converse<Value>(conversation: (ask: AskLine) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    this.#open++;
    const run = this.#last.then(() => conversation((prompt) => this.#ask(prompt, signal)));
    const ended = run.finally(() => {
      this.#open--;
      if (!this.isOpen) this.#options.onQuiet();
    });
    this.#last = ended.catch(() => undefined);
    return ended;
  }

  async #ask(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    // Input that was typed before the question was shown must not answer it.
    await this.#options.drained();
    if (signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const withdraw = (): void => void this.take(undefined);
    this.#answer = resolve;
    this.#options.prompt(prompt);
    signal?.addEventListener("abort", withdraw, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", withdraw));
  }
}

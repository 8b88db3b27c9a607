import type { FrameTimer } from "../terminal/index.ts";
import type { Draft, DraftStore } from "./draft-file.ts";

/** Milliseconds without a change before a draft is saved. */
const QUIET = 500;

/** Saves the text that is being typed once it does not change for a moment, so that a crash does not lose it. */
export class DraftKeeper {
  readonly #store: DraftStore;
  readonly #timer: Pick<FrameTimer, "after">;
  /** Returns the text to save now. */
  readonly #draft: () => Draft;
  #cancel: (() => void) | undefined;
  #saved = "";
  #writing: Promise<void> = Promise.resolve();

  constructor(store: DraftStore, timer: Pick<FrameTimer, "after">, draft: () => Draft) {
    this.#store = store;
    this.#timer = timer;
    this.#draft = draft;
  }

  /** The text has changed. */
  changed(): void {
    this.#cancel?.();
    this.#cancel = this.#timer.after(QUIET, () => void this.flush());
  }

  /** Saves the text now. Resolves when it is in the file. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const draft = this.#draft();
    if (draft.text !== this.#saved) {
      this.#saved = draft.text;
      // A draft that cannot be saved is not worth a message at each key.
      this.#writing = this.#writing.then(() => this.#store.save(draft)).catch(() => {});
    }
    return this.#writing;
  }
}

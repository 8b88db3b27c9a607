/** An extension that is loaded. */
export interface LoadedExtension {
  readonly name: string;
  /** Its file, absolute, or what else it goes by. */
  readonly place: string;
  /** Whose it is, as its source says. */
  readonly origin: string;
  /** What it has registered, in words, as `tool web_search` or `command gate`. */
  readonly brings: readonly string[];
}

/** One that is not, and why: a clause without a full stop. */
export interface LeftOutExtension extends Omit<LoadedExtension, "brings"> {
  readonly reason: string;
}

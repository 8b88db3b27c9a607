/** Loaded extension. */
export interface LoadedExtension {
  readonly name: string;
  /** Absolute path of its file, or another identifier. */
  readonly place: string;
  /** Owner of the extension, as given by its source. */
  readonly origin: string;
  /** Descriptions of its registrations, such as `tool web_search` or `command gate`. */
  readonly provides: readonly string[];
}

/** Extension that was not loaded, with the reason as a clause without a full stop. */
export interface SkippedExtension extends Omit<LoadedExtension, "provides"> {
  readonly reason: string;
}

/** The command line cannot be followed. The message says what is wrong with it, in one clause. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code: string = "usage";
}

/** A name that nothing goes by. */
export class UnknownNameError extends UsageError {
  override readonly name = "UnknownNameError";
  override readonly code = "unknown_name";
  /** As it was given, as `--modle`. */
  readonly given: string;
  /** The names there are, written the same way. */
  readonly known: readonly string[];

  constructor(what: string, given: string, known: readonly string[]) {
    super(`there is no ${what} ${given}`);
    this.given = given;
    this.known = known;
  }
}

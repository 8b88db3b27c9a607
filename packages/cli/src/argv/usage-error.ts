/** The command line is invalid. The message is one clause. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code: string = "usage";
}

/** An unknown name. */
export class UnknownNameError extends UsageError {
  override readonly name = "UnknownNameError";
  override readonly code = "unknown_name";
  /** The name as typed, such as `--modle`. */
  readonly given: string;
  /** Valid names, in the same form. */
  readonly known: readonly string[];

  constructor(what: string, given: string, known: readonly string[]) {
    super(`unknown ${what}: ${given}`);
    this.given = given;
    this.known = known;
  }
}

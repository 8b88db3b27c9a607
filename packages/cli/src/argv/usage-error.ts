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
  readonly input: string;
  /** Valid names, in the same form. */
  readonly candidates: readonly string[];

  constructor(kind: string, input: string, candidates: readonly string[]) {
    super(`unknown ${kind}: ${input}`);
    this.input = input;
    this.candidates = candidates;
  }
}

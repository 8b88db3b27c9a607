/** A command that is typed with a slash, for the help and for completion. */
export interface ListedCommand {
  /** Without the slash. */
  readonly name: string;
  /** A name that reaches it where another command has the same name, such as `prompt:review`. Default: none. */
  readonly fullName?: string;
  /** As in the help, for example `[NAME]`. Default: it takes none. */
  readonly arguments?: string;
  readonly summary: string;
}

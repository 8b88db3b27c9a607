/** A command that is typed with a slash, for the help and for completion. */
export interface ListedCommand {
  /** Without the slash. */
  readonly name: string;
  /** As in the help, for example `[NAME]`. Default: it takes none. */
  readonly arguments?: string;
  readonly summary: string;
}

/** Receives the input of a terminal that edits lines itself. */
export interface LineListener {
  /** Typed text without its line break. Lines that arrive together, as when pasted, are one string. */
  typed(text: string): void;
  /** Ctrl+C. */
  interrupted(): void;
  /** The user continued the process after Ctrl+Z: the terminal may show something else. */
  continued(): void;
  /** Ctrl+D at the beginning of a line: the input has ended. */
  ended(): void;
}

/** A terminal that is only written to at its end, and that edits the typed line itself. */
export interface LineTerminal {
  readonly columns: number;
  write(text: string): void;
  start(listener: LineListener): void;
  stop(): void;
  /** Resolves once everything typed so far has been received. */
  drained(): Promise<void>;
}

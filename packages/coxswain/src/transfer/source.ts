import type { Entry, Header } from "../log/index.ts";

/** A session to be exported: a `LogFile` is one. It is read as often as is needed, so that no more than an entry is held. */
export interface SessionSource {
  readonly header: Header;
  /** All entries in the order of the log. */
  read(): AsyncIterable<Entry>;
}

import type { Entry, Header } from "../log/index.ts";

/**
 * Source of an export, for example a `LogFile`. It is read several times, so that only one entry is in memory at a
 * time.
 */
export interface SessionSource {
  readonly header: Header;
  /** Yields all entries in log order. */
  read(): AsyncIterable<Entry>;
}

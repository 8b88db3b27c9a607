import type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";

/**
 * Imports a session file of this program or another one. Skips and counts unknown content, and never executes or opens
 * any of it.
 * @throws {ImportError} when the file contains no session.
 */
export const importSession = async (read: ReadLines, options: ImportOptions): Promise<ImportedSession> => {
  // Loaded on demand, like all code that reads or writes whole sessions, because most processes never use it.
  const { sessionIn } = await import("./session-in.ts");
  return sessionIn(read, options);
};

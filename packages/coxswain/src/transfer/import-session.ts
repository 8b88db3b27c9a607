import type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";

/**
 * Reads a session file of this program or of another one. What cannot be understood is passed over and counted, and
 * nothing in it is run or opened.
 * @throws {ImportError} when it holds no session.
 */
export const importSession = async (read: ReadLines, options: ImportOptions): Promise<ImportedSession> => {
  // Loaded where it is used, as all that reads or writes whole sessions: most processes do neither.
  const { sessionIn } = await import("./session-in.ts");
  return sessionIn(read, options);
};

/** No session was ever kept for a folder. */
export class NoRecentSessionError extends Error {
  override readonly name = "NoRecentSessionError";
  readonly code = "no_recent_session";

  constructor(cwd: string) {
    super(`There is no session of ${cwd} yet.`);
  }
}

import { CoxswainError } from "../base/index.ts";
/** Thrown when a folder has no stored session. */
export class NoRecentSessionError extends CoxswainError {
  override readonly name = "NoRecentSessionError";
  readonly code = "no_recent_session";

  constructor(cwd: string) {
    super(`There is no session of ${cwd} yet.`);
  }
}

import { CoxswainError } from "../base/index.ts";
/** Thrown when a folder has no stored session. */
export class NoRecentSessionError extends CoxswainError {
  override readonly name = "NoRecentSessionError";
  readonly code = "no_recent_session";

  constructor(cwd: string) {
    super(`No sessions in ${cwd} yet.`);
  }
}

import type { ChangeDiff, NetChange, StateSince } from "coxswain/session";
import type { Review } from "../../changes/index.ts";

/** Changes to review, and the means to read them. */
export interface ReviewSource extends Review {
  /** Paths in it are shown relative to it. */
  readonly cwd: string;
  /** Reads the contents of a change. */
  diff(change: NetChange): Promise<ChangeDiff>;
  /** Compares a file with the end of its change. */
  since(change: NetChange): Promise<StateSince>;
}

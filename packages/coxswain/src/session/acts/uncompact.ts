import { lastCompaction, type UncompactEntry } from "../../context/index.ts";
import { SessionBusyError } from "../errors.ts";
import type { Session } from "../session.ts";

/**
 * Takes the last compaction back that holds: what it summarised is told again as it was, down to the compaction before it.
 * The value is its id; undefined where none holds.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 * @throws {LogWriteError}
 */
export const uncompact = async (session: Session): Promise<string | undefined> => {
  if (session.status === "running") throw new SessionBusyError();
  const last = lastCompaction(session.entries);
  if (last !== undefined) await session.append<UncompactEntry>({ type: "uncompact", target: last.id });
  return last?.id;
};

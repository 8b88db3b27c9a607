import type { ResetEntry } from "../context/index.ts";
import { SessionBusyError } from "./errors.ts";
import type { Session } from "./session.ts";

/**
 * Begins the conversation anew: the model is told nothing of what came before, and the log keeps it.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 */
export const clear = async (session: Session): Promise<void> => {
  if (session.status === "running") throw new SessionBusyError();
  await session.append<ResetEntry>({ type: "reset" });
};

import type { ResetEntry } from "../context/index.ts";
import { cutRun, endingOf } from "../loop/index.ts";
import { SessionBusyError } from "./errors.ts";
import type { Session } from "./session.ts";

/**
 * Begins the conversation anew: the model is told nothing of what came before, and the log keeps it. A run
 * that was cut short ends here.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 */
export const clear = async (session: Session): Promise<void> => {
  if (session.status === "running") throw new SessionBusyError();
  const cut = cutRun(session.entries);
  for (const draft of cut === undefined ? [] : endingOf(cut)) await session.append(draft);
  await session.append<ResetEntry>({ type: "reset" });
};

import type { ResetEntry } from "../../context/index.ts";
import type { Draft, Entry } from "../../log/index.ts";
import { interruptedRun, endingOf } from "../../loop/index.ts";
import { waitForAll } from "../../base/index.ts";
import { SessionBusyError } from "../errors.ts";
import type { Session } from "../session.ts";

/**
 * Begins the conversation anew: the model is told nothing of what came before, and the log keeps it. A run
 * that was cut short ends here.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 */
export const clear = async (session: Session): Promise<void> => {
  if (session.status === "running") throw new SessionBusyError();
  const cut = interruptedRun(session.entries);
  const reset: Draft<ResetEntry> = { type: "reset" };
  // In one step with the look at what was cut short: a prompt that comes meanwhile begins after all of it.
  await waitForAll<unknown>([...(cut === undefined ? [] : endingOf(cut)), reset].map((draft) => session.append<Entry>(draft)));
};

import type { Session } from "coxswain";
import { displays } from "../../prompt/index.ts";
import type { TaskParts } from "../prepare-task.ts";
import { probeSandboxOnToolCall } from "../sandbox-probe.ts";
import { shownSession } from "../session-view.ts";

/** Writes a session's events to the debug log, and probes the sandbox with its first call. Resolves when the session is closed. */
export const observeSession = async (session: Session, task: TaskParts): Promise<void> => {
  const display = displays(probeSandboxOnToolCall(task.sandboxProbe), ...(task.debug === undefined ? [] : [task.debug]));
  const events = session.events();
  display.start(shownSession(session, task));
  for await (const event of events) await display.event(event);
};

import { type ExitCode, interruption, type ProcessContext } from "../process/index.ts";
import { type Display, displays, displayRun } from "../prompt/index.ts";
import { closeRuntime, discardSession } from "./close-session.ts";
import { damageNotice, movedNotice, shownSession } from "./session-view.ts";
import { pendingWork } from "./open-session.ts";
import { promptEvents, resumeEvents } from "./session-events.ts";
import type { PreparedTask } from "./prepare-task.ts";
import { probeSandboxOnToolCall } from "./sandbox-probe.ts";

/**
 * Runs a prepared task to its end. Discards a new session whose model never answered, because `--continue` would open
 * it.
 */
export const runTask = async (task: PreparedTask, shown: Display, { signals, stdout, stderr }: ProcessContext): Promise<ExitCode> => {
  const { runtime, session, input, options, debug, fresh, stored } = task;
  const display = displays(shown, probeSandboxOnToolCall(task.sandboxProbe), ...(debug === undefined ? [] : [debug]));
  const interrupted = interruption(signals);
  if (session.damage.length > 0) stderr.write(damageNotice(session.damage));
  stderr.write(movedNotice(task));
  const pending = input === undefined ? pendingWork(session.state) : undefined;
  if (pending !== undefined) stderr.write(`cox: ${pending}\n`);
  try {
    const { result, saved } = await displayRun({
      session: shownSession(session, task),
      begin: () => (input === undefined ? resumeEvents(session, options) : promptEvents(session, input, options)),
      display,
      interrupted,
      stdout,
      isSaved: (outcome, { models }) => stored && !(fresh && outcome.kind === "failed" && Object.keys(models).length === 0),
    });
    if (!saved && stored) await discardSession(task);
    return await closeRuntime(runtime, result.code, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

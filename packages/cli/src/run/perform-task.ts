import { type ExitCode, interruption, type ProcessContext } from "../process/index.ts";
import { type Display, displays, perform } from "../prompt/index.ts";
import { closeRuntime } from "./close-runtime.ts";
import { damageLine } from "./damage-line.ts";
import { discard } from "./discard.ts";
import { movedLine } from "./moved-line.ts";
import { shownSession } from "./shown-session.ts";
import { untilDone } from "./until-done.ts";
import { untilIdle } from "./until-idle.ts";
import { pendingWork } from "./pending-work.ts";
import type { PreparedTask } from "./prepare-task.ts";
import { probeSandboxOnToolCall } from "./probe-sandbox.ts";

/**
 * Runs a prepared task to its end. Discards a new session whose model never answered, because `--continue` would open
 * it.
 */
export const performTask = async (task: PreparedTask, shown: Display, { signals, stdout, stderr }: ProcessContext): Promise<ExitCode> => {
  const { runtime, session, input, options, debug, fresh, stored } = task;
  const display = displays(shown, probeSandboxOnToolCall(task.sandboxProbe), ...(debug === undefined ? [] : [debug]));
  const interrupted = interruption(signals);
  if (session.damage.length > 0) stderr.write(damageLine(session.damage));
  stderr.write(movedLine(task));
  const goesOn = input === undefined ? pendingWork(session.state) : undefined;
  if (goesOn !== undefined) stderr.write(`cox: ${goesOn}\n`);
  try {
    const { ending, saved } = await perform({
      session: shownSession(session, task),
      begin: () => (input === undefined ? untilIdle(session, options) : untilDone(session, input, options)),
      display,
      interrupted,
      stdout,
      isSaved: (outcome, { models }) => stored && !(fresh && outcome.kind === "failed" && Object.keys(models).length === 0),
    });
    if (!saved && stored) await discard(task);
    return await closeRuntime(runtime, ending.code, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

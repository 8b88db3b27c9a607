import { UsageError } from "../argv/index.ts";
import { EXIT, type ExitCode, interruption, type Surroundings } from "../process/index.ts";
import { type Display, displays, type Ending, endingOf, failure, NOTHING, type Report, withEvent } from "../prompt/index.ts";
import { closeRuntime } from "./close-runtime.ts";
import { damageLine } from "./damage-line.ts";
import type { PreparedTask } from "./prepare-task.ts";
import type { Slash } from "./slash/index.ts";

/** Does what a slash command says in a prepared task's session, and shows it as a task is shown. */
export const performSlash = async (
  { command, words }: Slash,
  task: PreparedTask,
  shown: Display,
  { signals, stdout, stderr }: Surroundings,
): Promise<ExitCode> => {
  const { runtime, session, tools, debug } = task;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  const stop = AbortSignal.any([interrupted.signal, stdout.gone]);
  const abort = (): void => session.abort();
  stop.addEventListener("abort", abort, { once: true });
  if (session.damage.length > 0) stderr.write(damageLine(session.damage));
  let report: Report = NOTHING;
  display.start(session, tools);
  const events = session.events();
  const showing = (async () => {
    for await (const event of events) {
      report = withEvent(report, event);
      display.event(event);
    }
  })();
  try {
    let ending: Ending;
    try {
      const answer = await command.run(session, words);
      ending = { code: EXIT.done, subtype: "success", reason: "completed", answer };
    } catch (error) {
      if (error instanceof UsageError || !(error instanceof Error) || !("code" in error)) throw error;
      const stopped = interrupted.code ?? (stdout.gone.aborted ? EXIT.unread : undefined);
      ending = stop.aborted ? endingOf({ kind: "aborted" }, report, { stopped, kept: true }) : failure(error.message, String(error.code));
    }
    const code = await closeRuntime(runtime, ending.code, stderr);
    await showing;
    display.end(ending, report);
    return code;
  } finally {
    await runtime.close().catch(() => undefined); // told above, or less than what was thrown
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

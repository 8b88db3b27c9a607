import { UsageError } from "../argv/index.ts";
import { EXIT, type ExitCode, interruption, type ProcessContext } from "../process/index.ts";
import { type Display, displays, type Ending, endingOf, failure, EMPTY_REPORT, type Report, withEvent } from "../prompt/index.ts";
import { closeRuntime } from "./close-runtime.ts";
import { damageLine } from "./damage-line.ts";
import type { PreparedTask } from "./prepare-task.ts";
import { shownSession } from "./shown-session.ts";
import type { Slash, SlashEnd } from "./slash/index.ts";

/** Runs a slash command in a prepared task's session and displays it like a task. */
export const performSlash = async (
  { command, words }: Slash,
  task: PreparedTask,
  shown: Display,
  { signals, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const { runtime, session, debug } = task;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  const stop = AbortSignal.any([interrupted.signal, stdout.gone]);
  const abort = (): void => session.abort();
  stop.addEventListener("abort", abort, { once: true });
  if (session.damage.length > 0) stderr.write(damageLine(session.damage));
  let report: Report = EMPTY_REPORT;
  display.start(shownSession(session, task));
  const events = session.events();
  const showing = (async () => {
    for await (const event of events) {
      report = withEvent(report, event);
      await display.event(event);
    }
  })();
  try {
    const done = await command.run(session, words, stop).catch((error: unknown) => failed(error));
    const closed = await closeRuntime(runtime, EXIT.done, stderr);
    // Display the remaining events.
    await showing;
    const stopped = interrupted.code ?? (stdout.gone.aborted ? EXIT.unread : undefined);
    const ending =
      stop.aborted && "error" in done
        ? endingOf({ kind: "aborted" }, report, { stopped, resumable: true })
        : endingFor(done, report, stopped);
    display.end(ending, report);
    return ending.code === EXIT.done ? closed : ending.code;
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/** Converts a failure of the command to a result. @throws all other errors */
const failed = (error: unknown): { readonly error: Error & { readonly code: unknown } } => {
  if (error instanceof UsageError || !(error instanceof Error) || !("code" in error)) throw error;
  return { error };
};

const endingFor = (done: SlashEnd | ReturnType<typeof failed>, report: Report, stopped: ExitCode | undefined): Ending => {
  if ("error" in done) return failure(done.error.message, String(done.error.code));
  const { answer, outcome } = done;
  if (outcome === undefined) return { code: EXIT.done, subtype: "success", reason: "completed", answer };
  const ending = endingOf(outcome, report, { stopped, resumable: true });
  return { ...ending, answer: [answer, ending.answer].filter((text) => text !== "").join("\n\n") };
};

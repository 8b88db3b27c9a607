import { UsageError } from "../argv/index.ts";
import { EXIT, type ExitCode, interruption, type ProcessContext } from "../process/index.ts";
import { type Display, displays, type RunResult, runResult, failedResult, EMPTY_REPORT, type Report, withEvent } from "../prompt/index.ts";
import { closeRuntime } from "./close-session.ts";
import { damageNotice, shownSession } from "./session-view.ts";
import type { PreparedTask } from "./prepare-task.ts";
import type { SlashEnd } from "../slash/index.ts";
import type { Slash } from "./slash.ts";

/** Runs a slash command in a prepared task's session and displays it like a task. */
export const runSlash = async (
  { command, words }: Slash,
  task: PreparedTask,
  shown: Display,
  { signals, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const { runtime, session, debug } = task;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  const stop = AbortSignal.any([interrupted.signal, stdout.closed]);
  const abort = (): void => session.abort();
  stop.addEventListener("abort", abort, { once: true });
  if (session.damage.length > 0) stderr.write(damageNotice(session.damage));
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
    const stopped = interrupted.code ?? (stdout.closed.aborted ? EXIT.unread : undefined);
    const result =
      stop.aborted && "error" in done
        ? runResult({ kind: "aborted" }, report, { stopped, resumable: true })
        : endingFor(done, report, stopped, task);
    display.end(result, report);
    return result.code === EXIT.done ? closed : result.code;
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

const endingFor = (
  done: SlashEnd | ReturnType<typeof failed>,
  report: Report,
  stopped: ExitCode | undefined,
  { denials }: Pick<PreparedTask, "denials">,
): RunResult => {
  if ("error" in done) return { ...failedResult(done.error.message, String(done.error.code)), saved: true };
  const { answer, outcome } = done;
  if (outcome === undefined) return { code: EXIT.done, subtype: "success", reason: "completed", answer, saved: true };
  const result = runResult(outcome, report, { stopped, resumable: true, denials: denials.line });
  return { ...result, answer: [answer, result.answer].filter((text) => text !== "").join("\n\n") };
};

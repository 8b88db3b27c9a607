import { setImmediate } from "node:timers/promises";
import type { Session } from "coxswain";
import { EXIT, type ExitCode, interruption, type ProcessContext } from "../../process/index.ts";
import { type Display, displays } from "../../prompt/index.ts";
import { incoming, readLines } from "../../program/index.ts";
import { closeRuntime, discardSession } from "../close-session.ts";
import { damageNotice, movedNotice, shownSession } from "../session-view.ts";
import type { PreparedTask } from "../prepare-task.ts";
import type { Client } from "./client.ts";
import { messageHandler, type HandleMessage } from "./message-handler.ts";
import { type RunReporter, runReporter } from "./run-reporter.ts";

/**
 * Lets a program drive a session: handles its messages and sends it the questions, until stdin ends and all work is
 * done. Each run has its own result. The exit code is that of the last run.
 */
export const driveTask = async (task: PreparedTask, program: Client, shown: Display, context: ProcessContext): Promise<ExitCode> => {
  const { runtime, session, input, debug, fresh, stored } = task;
  const { stdin, stdout, stderr, signals } = context;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  const stop = AbortSignal.any([interrupted.signal, stdout.closed]);
  const stopped = (): ExitCode | undefined => interrupted.code ?? (stdout.closed.aborted ? EXIT.unread : undefined);
  const runs = runReporter({ display, folder: session.state.cwd, resumable: stored, stopped, denials: task.denials.line });
  const onStop = (): void => {
    // Queued prompts stay in the log and do not start.
    session.close().catch(() => undefined); // closing the runtime reports the error
    session.abort();
  };
  stop.addEventListener("abort", onStop, { once: true });
  if (session.damage.length > 0) stderr.write(damageNotice(session.damage));
  stderr.write(movedNotice(task));
  try {
    display.start(shownSession(session, task));
    const reporting = runs.report(session.events());
    if (stop.aborted) onStop();
    const work = new Set<Promise<void>>();
    const track = (one: Promise<void>): void => {
      work.add(one);
      void one.finally(() => work.delete(one));
    };
    const handle = messageHandler({ task, program, runs, stop, stderr, track });
    await Promise.race([aborted(stop), handleAll(input, stdin, handle)]);
    program.questions.close();
    await Promise.race([aborted(stop), Promise.all(work).then(() => untilIdle(session, runs))]);
    if (stored && fresh && !runs.hasResult && !stop.aborted) await discardSession(task);
    const code = await closeRuntime(runtime, stopped() ?? runs.last?.code ?? EXIT.done, stderr);
    await reporting;
    return code;
  } finally {
    program.questions.close();
    stdin.destroy();
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/** Handles the prompt of the command line and then each message, in order. Treats a broken pipe as the end of input. */
const handleAll = async (input: PreparedTask["input"], stdin: ProcessContext["stdin"], handle: HandleMessage): Promise<void> => {
  if (input !== undefined) await handle({ kind: "user", input, when: "later" });
  try {
    for await (const line of readLines(stdin)) await handle(incoming(line));
  } catch {
    // keep the messages read so far
  }
};

const untilIdle = async (session: Session, runs: RunReporter): Promise<void> => {
  while (session.status === "running") {
    await runs.next;
    // The session emits events before it updates its status.
    await setImmediate();
  }
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

import { followSession, readSession, type SessionInUseError, SessionNotFoundError } from "coxswain";
import { type EntryEvent, type MailboxReceipt, sendToOwner, sendAnswerToOwner } from "coxswain/store";
import { type SessionActivity, withEntry, watchQuestions, IDLE, type Watcher } from "../follow/index.ts";
import { type Display, displays, runResult, displayRun, withEvidence } from "../prompt/index.ts";

import { EXIT, type ExitCode, type Interruption, interruption, type ProcessContext } from "../process/index.ts";
import { formatMinute } from "../time/index.ts";
import { FollowedRuns } from "./followed-runs.ts";
import type { SharedTask } from "./prepare-task.ts";
import { shownSession } from "./session-view.ts";
import { probeSandboxOnToolCall } from "./sandbox-probe.ts";
import { resumeEvents } from "./session-events.ts";
import { type ReleasedSession, openWhenFree } from "./open-when-free.ts";
import { watchOwner } from "./owner-silence.ts";

/**
 * Runs a task in a session that another process has open: sends the prompt to the owner and shows the run. If the owner
 * exits or releases the session first, this process continues the run. Without a prompt, it watches the session until
 * the session is idle. Watchers receive the session's permission questions and can answer them.
 */
export const followTask = async (task: SharedTask, shown: Display, context: ProcessContext, watcher: Watcher): Promise<ExitCode> => {
  const { store, inUse, input, debug } = task;
  const { stdout, stderr, signals } = context;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  try {
    const { state, entries } = await readSession(store, inUse.sessionId);
    const receipt =
      input === undefined ? undefined : await sendToOwner(store, inUse.sessionId, input, { ...task.options, masking: task.masking });
    const warn = (line: string): void => stderr.message(line);
    warn(sessionInUseLine(inUse, receipt));
    using _ = watchOwner(inUse, receipt === undefined ? "press Ctrl+C" : "press Ctrl+C to withdraw the task", warn);
    display.start({ id: inUse.sessionId, state, tools: task.toolsFor(state.model) });
    const activity = entries.reduce(withEntry, IDLE);
    const after = receipt === undefined && activity.active !== undefined ? activity.active.seq - 1 : (entries.at(-1)?.seq ?? -1);
    const runs = new FollowedRuns(receipt, receipt === undefined ? withoutActive(activity) : activity, display);
    const questions = watchQuestions({
      watcher,
      entries,
      send: (question, answer) => sendAnswerToOwner(store, inUse.sessionId, question, answer, { masking: task.masking }),
      warn,
    });
    if (receipt === undefined && activity.active === undefined && activity.queued.size === 0 && !questions.isOpen) {
      stderr.write("cox: the session is idle\n");
      return EXIT.done;
    }
    const released = await follow(task, { runs, questions, after }, AbortSignal.any([interrupted.signal, stdout.closed])).catch(
      (error: unknown) => {
        throw error instanceof SessionNotFoundError ? new SessionGoneError(inUse.sessionId, runs.isWaiting) : error;
      },
    );
    const continuing = displays({ ...display, start() {} }, probeSandboxOnToolCall(task.sandboxProbe));
    if (released !== undefined) return await continueHere(task, released, receipt, continuing, interrupted, context);
    return await end(runs, { receipt, display, interrupted, unread: stdout.closed.aborted, folder: state.cwd });
  } finally {
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/** Omits the active run, which is read again from its first entry. */
const withoutActive = (activity: SessionActivity): SessionActivity => ({ ...activity, active: undefined });

/** The state of a watch, which starts after the entry `after`. */
interface WatchState {
  readonly runs: FollowedRuns;
  readonly questions: ReturnType<typeof watchQuestions>;
  readonly after: number;
}

/** Watches until everything has been shown or `stop` aborts. Returns the session if it was released before that. */
const follow = async (
  { store, inUse, openRuntime }: SharedTask,
  { runs, questions, after }: WatchState,
  stop: AbortSignal,
): Promise<ReleasedSession | undefined> => {
  const done = new AbortController();
  const signal = AbortSignal.any([stop, done.signal]);
  const releasing = openWhenFree(inUse.sessionId, openRuntime, signal)
    .catch(ignoreNotFound)
    .finally(() => done.abort());
  releasing.catch(() => undefined); // awaited below
  const show = async (event: EntryEvent): Promise<void> => {
    if (runs.isOver) return;
    await runs.take(event);
    questions.reach(event.entry);
    if (runs.isOver) done.abort();
  };
  let showing = Promise.resolve();
  try {
    questions.begin(after);
    for await (const event of followSession(store, inUse.sessionId, { after, signal })) {
      // Read the entry before it is shown: an open question blocks the display, and this entry may close it.
      questions.read(event.entry);
      showing = showing.then(() => show(event));
      showing.catch(() => done.abort());
    }
  } finally {
    await questions.close();
  }
  await showing;
  done.abort();
  const released = await releasing;
  if (released === undefined && !runs.isOver && !stop.aborted) throw new SessionNotFoundError(inUse.sessionId);
  if (released === undefined || !runs.isOver) return released;
  await released.runtime.close();
  return undefined;
};

const ignoreNotFound = (error: unknown): undefined => {
  if (!(error instanceof SessionNotFoundError)) throw error;
};

/** Continues the session in this process after the owner released it. */
const continueHere = async (
  task: SharedTask,
  { runtime, session }: ReleasedSession,
  receipt: MailboxReceipt | undefined,
  display: Display,
  interrupted: Interruption,
  { stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  try {
    if (receipt === undefined && session.state.interrupted === undefined && session.state.queue.prompts.length === 0) return EXIT.done;
    stderr.write("cox: the other process released the session; continuing here\n");
    await task.change(session);
    const begin = () => {
      if (receipt === undefined || task.input === undefined) return resumeEvents(session, task.options);
      const run = session.prompt(task.input, { ...task.options, id: receipt.id, whenBusy: "queue", onClose: "keep" });
      // The prompt is in the log now, so the owner's mailbox no longer needs it.
      run
        .admitted()
        .then(() => receipt.withdraw())
        .catch(() => undefined);
      return run;
    };
    const { result } = await displayRun({
      session: shownSession(session, task),
      begin,
      display,
      interrupted,
      stdout,
      isSaved: () => true,
      denials: task.denials.line,
    });
    return result.code;
  } finally {
    await runtime.close();
  }
};

interface EndedWatch {
  readonly receipt: MailboxReceipt | undefined;
  readonly display: Display;
  readonly interrupted: Interruption;
  /** True if the output is closed. */
  readonly unread: boolean;
  /** The session's folder, absolute. */
  readonly folder: string;
}

/** Ends the watch, either because everything was shown or because the user stopped it. */
const end = async ({ outcome, report }: FollowedRuns, { receipt, display, interrupted, unread, folder }: EndedWatch): Promise<ExitCode> => {
  const stopped = interrupted.code ?? (unread ? EXIT.unread : undefined);
  const result = runResult(outcome ?? { kind: "aborted" }, report, { stopped, resumable: true });
  if (outcome !== undefined) display.end(result, await withEvidence(report, folder));
  else {
    const line = receipt === undefined ? "stopped watching; the session is still running" : await withdrawLine(receipt);
    display.end(result.line === undefined ? result : { ...result, line }, report);
  }
  return result.code;
};

const withdrawLine = async (receipt: MailboxReceipt): Promise<string> =>
  (await receipt.withdraw()) ? "interrupted; the queued task was withdrawn" : "interrupted; the running session still has the task";

const sessionInUseLine = ({ sessionId, owner }: SessionInUseError, receipt: MailboxReceipt | undefined): string => {
  const process = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host} since ${formatMinute(owner.since)}`;
  return `session ${sessionId} is open in ${process}. ${receipt === undefined ? `Watching session ${sessionId} (Ctrl+C to stop watching)` : "Queued in the running session"}`;
};

/** The session was removed while this process waited for it. */
class SessionGoneError extends Error {
  override readonly name = "SessionGoneError";
  readonly code = "session_gone";

  constructor(sessionId: string, isTaskLost: boolean) {
    super(`The watched session ${sessionId} was removed.${isTaskLost ? " The task was not run: submit it again." : ""}`);
  }
}

import { followSession, readSession, type SessionInUseError, SessionNotFoundError } from "coxswain";
import { type EntryEvent, type MailboxReceipt, sendToOwner, sendAnswerToOwner } from "coxswain/store";
import { type SessionActivity, withEntry, WatchedQuestions, IDLE, type Watcher } from "../follow/index.ts";
import { type Display, displays, runResult, displayRun } from "../prompt/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Interruption, interruption, type ProcessContext } from "../process/index.ts";
import { formatMinute } from "../time/index.ts";
import { FollowedRuns } from "./followed-runs.ts";
import type { SharedTask } from "./prepare-task.ts";
import { shownSession } from "./session-view.ts";
import { probeSandboxOnToolCall } from "./sandbox-probe.ts";
import { resumeEvents } from "./session-events.ts";
import { type FreedSession, openWhenFree } from "./open-when-free.ts";

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
    const handed =
      input === undefined ? undefined : await sendToOwner(store, inUse.sessionId, input, { ...task.options, masking: task.masking });
    stderr.write(`cox: ${escapeLine(sessionInUseLine(inUse, handed))}\n`);
    display.start({ id: inUse.sessionId, state, tools: task.toolsFor(state.model) });
    const course = entries.reduce(withEntry, IDLE);
    const after = handed === undefined && course.active !== undefined ? course.active.seq - 1 : (entries.at(-1)?.seq ?? -1);
    const following = new FollowedRuns(handed, handed === undefined ? withoutLive(course) : course, display);
    const questions = new WatchedQuestions({
      watcher,
      entries: entries,
      answer: (question, answer) => sendAnswerToOwner(store, inUse.sessionId, question, answer, { masking: task.masking }),
      warn: (line) => stderr.write(`cox: ${escapeLine(line)}\n`),
    });
    if (handed === undefined && course.active === undefined && course.queued.size === 0 && !questions.isOpen) {
      stderr.write("cox: the session is idle\n");
      return EXIT.done;
    }
    const freed = await follow(task, { following, questions, after }, AbortSignal.any([interrupted.signal, stdout.gone])).catch(
      (error: unknown) => {
        throw error instanceof SessionNotFoundError ? new SessionGoneError(inUse.sessionId, following.waits) : error;
      },
    );
    const goingOn = displays({ ...display, start() {} }, probeSandboxOnToolCall(task.sandboxProbe));
    if (freed !== undefined) return await continueHere(task, freed, handed, goingOn, interrupted, context);
    return await end(following, handed, display, interrupted, stdout.gone.aborted);
  } finally {
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/** Drops the live run, which is read again from its first entry. */
const withoutLive = (course: SessionActivity): SessionActivity => ({ ...course, active: undefined });

/** The state of a watch, which starts after the entry `after`. */
interface WatchState {
  readonly following: FollowedRuns;
  readonly questions: WatchedQuestions;
  readonly after: number;
}

/** Watches until everything has been shown or `stop` aborts. Returns the session if it was released before that. */
const follow = async (
  { store, inUse, openRuntime }: SharedTask,
  { following, questions, after }: WatchState,
  stop: AbortSignal,
): Promise<FreedSession | undefined> => {
  const done = new AbortController();
  const signal = AbortSignal.any([stop, done.signal]);
  const freeing = openWhenFree(inUse.sessionId, openRuntime, signal)
    .catch(ignoreNotFound)
    .finally(() => done.abort());
  freeing.catch(() => undefined); // awaited below
  const show = async (told: EntryEvent): Promise<void> => {
    if (following.isOver) return;
    await following.take(told);
    questions.reach(told.entry);
    if (following.isOver) done.abort();
  };
  let showing = Promise.resolve();
  try {
    questions.begin(after);
    for await (const told of followSession(store, inUse.sessionId, { after, signal })) {
      // Read the entry before it is shown: the display is blocked while a question is open, and this entry may close
      // it.
      questions.read(told.entry);
      showing = showing.then(() => show(told));
      showing.catch(() => done.abort());
    }
  } finally {
    await questions.close();
  }
  await showing;
  done.abort();
  const freed = await freeing;
  if (freed === undefined && !following.isOver && !stop.aborted) throw new SessionNotFoundError(inUse.sessionId);
  if (freed === undefined || !following.isOver) return freed;
  await freed.runtime.close();
  return undefined;
};

const ignoreNotFound = (error: unknown): undefined => {
  if (!(error instanceof SessionNotFoundError)) throw error;
};

/** Continues the session in this process after the owner released it. */
const continueHere = async (
  task: SharedTask,
  { runtime, session }: FreedSession,
  handed: MailboxReceipt | undefined,
  display: Display,
  interrupted: Interruption,
  { stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  try {
    if (handed === undefined && session.state.interrupted === undefined && session.state.queue.prompts.length === 0) return EXIT.done;
    stderr.write("cox: the other process released the session; continuing here\n");
    await task.change(session);
    const begin = () => {
      if (handed === undefined || task.input === undefined) return resumeEvents(session, task.options);
      const run = session.prompt(task.input, { ...task.options, id: handed.id, whenBusy: "queue", onClose: "keep" });
      // The prompt is in the log now, so the owner's mailbox no longer needs it.
      run
        .admitted()
        .then(() => handed.withdraw())
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
    });
    return result.code;
  } finally {
    await runtime.close();
  }
};

/** Ends the watch, either because everything was shown or because the user stopped it. */
const end = async (
  { outcome, report }: FollowedRuns,
  handed: MailboxReceipt | undefined,
  display: Display,
  interrupted: Interruption,
  unread: boolean,
): Promise<ExitCode> => {
  const stopped = interrupted.code ?? (unread ? EXIT.unread : undefined);
  const result = runResult(outcome ?? { kind: "aborted" }, report, { stopped, resumable: true });
  if (outcome !== undefined) display.end(result, report);
  else {
    const line = handed === undefined ? "stopped watching; the session is still running" : await withdrawLine(handed);
    display.end(result.line === undefined ? result : { ...result, line }, report);
  }
  return result.code;
};

const withdrawLine = async (handed: MailboxReceipt): Promise<string> =>
  (await handed.withdraw()) ? "interrupted; the queued task was withdrawn" : "interrupted; the running session keeps the task";

const sessionInUseLine = ({ sessionId, owner }: SessionInUseError, handed: MailboxReceipt | undefined): string => {
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host} since ${formatMinute(owner.since)}`;
  return `session ${sessionId} is open in ${who}. ${handed === undefined ? `Watching session ${sessionId} (Ctrl+C to stop watching)` : "Queued in the running session"}`;
};

/** The session was removed while this process waited for it. */
export class SessionGoneError extends Error {
  override readonly name = "SessionGoneError";
  readonly code = "session_gone";

  constructor(sessionId: string, lost: boolean) {
    super(`The watched session ${sessionId} was removed.${lost ? " The task was not run: submit it again." : ""}`);
  }
}

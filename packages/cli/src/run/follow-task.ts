import { type Event, followSession, type Outcome, readSession, type SessionInUseError, SessionNotFoundError } from "coxswain";
import { type EntryEvent, type MailboxReceipt, sendToOwner, sendAnswerToOwner } from "coxswain/store";
import { type SessionActivity, WatchedQuestions, IDLE, type Watcher, replay, withEntry } from "../follow/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Interruption, interruption, type ProcessContext } from "../process/index.ts";
import { type Display, displays, endingOf, EMPTY_REPORT, perform, type Report, withEvent } from "../prompt/index.ts";
import { minute } from "../time/index.ts";
import type { SharedTask } from "./prepare-task.ts";
import { SessionGoneError } from "./session-gone-error.ts";
import { shownSession } from "./shown-session.ts";
import { probeSandboxOnToolCall } from "./probe-sandbox.ts";
import { untilIdle } from "./until-idle.ts";
import { type FreedSession, openWhenFree } from "./when-free.ts";

/**
 * Runs a task in a session that another process has open: sends the prompt to the owner and shows the run. If the owner
 * exits or releases the session first, this process continues the run. Without a prompt, it watches the session until
 * the session is idle. Watchers receive the session's permission questions and can answer them.
 */
export const followTask = async (task: SharedTask, shown: Display, surroundings: ProcessContext, watcher: Watcher): Promise<ExitCode> => {
  const { store, inUse, input, debug } = task;
  const { stdout, stderr, signals } = surroundings;
  const display = debug === undefined ? shown : displays(shown, debug);
  const interrupted = interruption(signals);
  try {
    const { state, entries } = await readSession(store, inUse.sessionId);
    const handed =
      input === undefined ? undefined : await sendToOwner(store, inUse.sessionId, input, { ...task.options, masking: task.masking });
    stderr.write(`cox: ${escapeLine(sessionInUseLine(inUse, handed))}\n`);
    display.start({ id: inUse.sessionId, state, tools: task.toolsFor(state.model) });
    const course = entries.reduce(withEntry, IDLE);
    const after = handed === undefined && course.live !== undefined ? course.live.seq - 1 : (entries.at(-1)?.seq ?? -1);
    const following = new ShownWork(handed, handed === undefined ? withoutLive(course) : course, display);
    const questions = new WatchedQuestions({
      watcher,
      entries: entries,
      answer: (question, answer) => sendAnswerToOwner(store, inUse.sessionId, question, answer, { masking: task.masking }),
      warn: (line) => stderr.write(`cox: ${escapeLine(line)}\n`),
    });
    if (handed === undefined && course.live === undefined && course.waiting.size === 0 && !questions.isOpen) {
      stderr.write("cox: the session is idle\n");
      return EXIT.done;
    }
    const freed = await follow(task, { following, questions, after }, AbortSignal.any([interrupted.signal, stdout.gone])).catch(
      (error: unknown) => {
        throw error instanceof SessionNotFoundError ? new SessionGoneError(inUse.sessionId, following.waits) : error;
      },
    );
    const goingOn = displays({ ...display, start() {} }, probeSandboxOnToolCall(task.sandboxProbe));
    if (freed !== undefined) return await continueHere(task, freed, handed, goingOn, interrupted, surroundings);
    return await end(following, handed, display, interrupted, stdout.gone.aborted);
  } finally {
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/**
 * Selects the events to show: those of the run of the queued message, or those of all runs until the session is idle.
 */
class ShownWork {
  readonly #messageId: string | undefined;
  readonly #display: Display;
  readonly #events = replay();
  #course: SessionActivity;
  #run: string | undefined;
  report: Report = EMPTY_REPORT;
  outcome: Outcome | undefined;

  constructor(handed: MailboxReceipt | undefined, course: SessionActivity, display: Display) {
    this.#messageId = handed?.id;
    this.#course = course;
    this.#display = display;
  }

  /** True if everything has been shown. */
  get isOver(): boolean {
    if (this.outcome === undefined) return false;
    return this.#messageId !== undefined || (this.#course.live === undefined && this.#course.waiting.size === 0);
  }

  /** True if a queued message has no outcome yet. */
  get waits(): boolean {
    return this.#messageId !== undefined && this.outcome === undefined;
  }

  async take(told: EntryEvent): Promise<void> {
    const { entry } = told;
    const before = this.#course;
    this.#course = withEntry(before, entry);
    // The usage of agents has no run id.
    const isShown = this.#messageId === undefined || (before.live !== undefined && before.live.run === this.#run);
    if (entry.type === "agent_usage" && isShown) this.report = withEvent(this.report, told);
    if (this.#messageId === undefined) return this.#show(this.#events(told));
    this.#run ??= this.#course.waiting.get(this.#messageId) ?? ("run" in entry && entry.id === this.#messageId ? entry.run : undefined);
    const isOfRun = "run" in entry && entry.run === this.#run && this.#run !== undefined;
    if (isOfRun && entry.type !== "inbox_admit") await this.#show(this.#events(told));
    const waits = this.#course.waiting.has(this.#messageId);
    if (entry.type === "inbox_cancel" && before.waiting.has(this.#messageId) && !waits)
      this.outcome = { kind: "aborted", reason: entry.reason };
  }

  async #show(events: readonly Event[]): Promise<void> {
    for (const event of events) {
      this.report = withEvent(this.report, event);
      if (event.type === "run_end") this.outcome = event.outcome;
      await this.#display.event(event);
    }
  }
}

/** Drops the live run, which is read again from its first entry. */
const withoutLive = (course: SessionActivity): SessionActivity => ({ ...course, live: undefined });

/** The state of a watch, which starts after the entry `after`. */
interface WatchState {
  readonly following: ShownWork;
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
      if (handed === undefined || task.input === undefined) return untilIdle(session, task.options);
      const run = session.prompt(task.input, { ...task.options, id: handed.id, whenBusy: "queue", onClose: "keep" });
      // The prompt is in the log now, so the owner's mailbox no longer needs it.
      run
        .admitted()
        .then(() => handed.withdraw())
        .catch(() => undefined);
      return run;
    };
    const { ending } = await perform({
      session: shownSession(session, task),
      begin,
      display,
      interrupted,
      stdout,
      isSaved: () => true,
    });
    return ending.code;
  } finally {
    await runtime.close();
  }
};

/** Ends the watch, either because everything was shown or because the user stopped it. */
const end = async (
  { outcome, report }: ShownWork,
  handed: MailboxReceipt | undefined,
  display: Display,
  interrupted: Interruption,
  unread: boolean,
): Promise<ExitCode> => {
  const stopped = interrupted.code ?? (unread ? EXIT.unread : undefined);
  const ending = endingOf(outcome ?? { kind: "aborted" }, report, { stopped, resumable: true });
  if (outcome !== undefined) display.end(ending, report);
  else {
    const line = handed === undefined ? "stopped watching; the session is still running" : await withdrawLine(handed);
    display.end(ending.line === undefined ? ending : { ...ending, line }, report);
  }
  return ending.code;
};

const withdrawLine = async (handed: MailboxReceipt): Promise<string> =>
  (await handed.withdraw()) ? "interrupted; the queued task was withdrawn" : "interrupted; the running session keeps the task";

const sessionInUseLine = ({ sessionId, owner }: SessionInUseError, handed: MailboxReceipt | undefined): string => {
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host} since ${minute(owner.since)}`;
  return `session ${sessionId} is open in ${who}. ${handed === undefined ? `Watching session ${sessionId} (Ctrl+C to stop watching)` : "Queued in the running session"}`;
};

import { type AnyEntry, type Event, followSession, type PromptInput, type readSession, type Session, SessionNotFoundError } from "coxswain";
import { changeDiff, changedFiles, fileHistory, relocatedEntries } from "coxswain/session";
import { type EntryEvent, type MailboxReceipt, sendAnswerToOwner, sendInterruptToOwner, sendToOwner } from "coxswain/store";
import { IDLE, replay, type SessionActivity, watchQuestions, withEntry } from "../../follow/index.ts";
import type { OpenQuestions, OpenTextQuestions, ScreenSession, WaitingMessage } from "../../screen/index.ts";
import { openWhenFree, type ReleasedSession } from "../open-when-free.ts";
import type { TaskParts } from "../prepare-task.ts";
import { activityAtOpening, lastBegin } from "./activity-at-opening.ts";

/** The session is open in another process, which alone can change it. */
class SharedSessionError extends Error {
  override readonly name = "SharedSessionError";
  readonly code = "session_shared";
}

const SHARED = "another process has the session open: only prompts, answers and Esc reach it from here. Do this there, or once it has left";

export interface SharedSessionOptions {
  readonly id: string;
  readonly task: Pick<TaskParts, "store" | "masking" | "options" | "openRuntime" | "change">;
  /** Time since which the other process has sessions open. It does not continue earlier runs. Default: unknown. */
  readonly ownerSince?: number | undefined;
  /** Receives the permission questions of the session. */
  readonly questions: OpenQuestions;
  /** Receives the questions of its model. */
  readonly textQuestions: OpenTextQuestions;
  /** Prints a line for the user. */
  readonly print: (line: string) => void;
  /** Called when the session was removed, so that there is nothing to show. */
  readonly onRemoved: () => void;
}

/** Entries and events of the session that were read when the screen opens. */
type Opened = Awaited<ReturnType<typeof readSession>>;

/** A prompt that was sent and is not delivered. */
interface SentPrompt extends Pick<WaitingMessage, "how" | "text"> {
  readonly receipt: MailboxReceipt;
}

/**
 * A session that another process has open, shown from its log: prompts go to that process, Esc interrupts its run, and its
 * permission questions can be answered here. Once the process has left, this one opens the session and continues it.
 */
export class SharedSession implements ScreenSession {
  readonly #options: SharedSessionOptions;
  readonly #opened: Opened;
  readonly #entries: AnyEntry[];
  #activity: SessionActivity;
  #sent: readonly SentPrompt[] = [];
  /** The run that this user has interrupted last. */
  #interrupted: string | undefined;
  /** Ids of sent prompts that the user has again. */
  readonly #returned = new Set<string>();
  /** The session in this process, once the other one has left. */
  #own: ReleasedSession | undefined;
  #ownEvents: AsyncIterableIterator<Event> | undefined;
  /** Reason that this process cannot continue the session which the other one has left. */
  #refusal: string | undefined;
  readonly #left = new AbortController();
  /** True once the session was removed by another process. */
  isRemoved = false;

  constructor(options: SharedSessionOptions, opened: Opened) {
    const { ownerSince = Number.NEGATIVE_INFINITY } = options;
    this.#options = options;
    this.#opened = opened;
    this.#entries = [...opened.entries];
    const isOwners = (lastBegin(opened.entries) ?? Number.NEGATIVE_INFINITY) >= ownerSince - WRITING;
    this.#activity = isOwners ? opened.entries.reduce(withEntry, IDLE) : IDLE;
  }

  get id(): string {
    return this.#options.id;
  }

  get isBusy(): boolean {
    return this.#own?.session.isBusy ?? (this.#activity.active !== undefined || this.#sent.length > 0);
  }

  get status(): ScreenSession["status"] {
    return this.#own?.session.status ?? (this.#activity.active === undefined ? "idle" : "running");
  }

  /** The questions of a shared session are answered through its log. */
  get questions(): ScreenSession["questions"] {
    return this.#own?.session.questions ?? [];
  }

  get entries(): readonly AnyEntry[] {
    return this.#own?.session.entries ?? this.#entries;
  }

  get state(): ScreenSession["state"] {
    return this.#own?.session.state ?? { ...this.#opened.state, jobs: [], tasks: [] };
  }

  get files(): ScreenSession["files"] {
    if (this.#own !== undefined) return this.#own.session.files;
    const { contents, header } = this.#opened;
    const entries = (): readonly AnyEntry[] => relocatedEntries(this.#entries, header.cwd);
    return {
      history: async () => fileHistory(entries()),
      changed: async () => changedFiles(entries()),
      diff: (change) => changeDiff(change, contents),
    };
  }

  get waiting(): readonly WaitingMessage[] {
    if (this.#own !== undefined) return this.#own.session.waiting;
    return this.#sent.map(({ how, text, receipt }) => ({ how, text, cancel: () => this.#withdraw(receipt) }));
  }

  get isShared(): boolean {
    return this.#own === undefined;
  }

  /** Returns the session. @throws {SharedSessionError} while another process has it open, or if it cannot be opened here */
  own(): Session {
    if (this.#own === undefined) throw new SharedSessionError(this.#refusal ?? SHARED);
    return this.#own.session;
  }

  /**
   * Sends a prompt to the process that has the session open: it steers that process's run, or waits for its end. Only for a shared
   * session.
   */
  async send(input: PromptInput, text: string, when: "now" | "later"): Promise<void> {
    if (this.#refusal !== undefined) throw new SharedSessionError(this.#refusal);
    const { id, task } = this.#options;
    const joins = when === "now" ? "steer" : "followUp";
    const how = this.#activity.active === undefined ? "prompt" : joins;
    const receipt = await sendToOwner(task.store, id, input, { ...task.options, joins, masking: task.masking });
    this.#sent = [...this.#sent, { how, text, receipt }];
  }

  abort(reason?: string): void {
    const { id, task, print } = this.#options;
    const { active } = this.#activity;
    if (this.#own !== undefined) return this.#own.session.abort(reason);
    if (active === undefined) return;
    this.#interrupted = active.run;
    const returned = this.#sent.map(({ receipt }) => receipt.id).filter((prompt) => this.#returned.has(prompt));
    sendInterruptToOwner(task.store, id, active.run, { returned }).catch((error: unknown) => print(`! ${messageOf(error)}`));
  }

  /** Called once while another process has the session open. */
  events(): AsyncIterableIterator<Event> {
    if (this.#own !== undefined) return this.#own.session.events();
    const events = this.#events();
    return {
      next: () => events.next(),
      return: async () => {
        this.#left.abort();
        await this.#ownEvents?.return?.();
        return events.return(undefined);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Leaves the session. One that was continued here is closed. */
  async close(): Promise<void> {
    this.#left.abort();
    await this.#own?.runtime.close();
  }

  async *#events(): AsyncGenerator<Event> {
    try {
      yield* this.#follow();
      if (this.#own !== undefined && !this.#left.signal.aborted) yield* this.#continue(this.#own.session);
    } catch (error) {
      if (this.#left.signal.aborted) return;
      if (!(error instanceof SessionNotFoundError)) return yield* this.#refuse(error);
      this.isRemoved = true;
      this.#options.print("The session was removed by another process.");
      this.#options.onRemoved();
    }
  }

  /** Continues the session here. One whose model cannot be used stays open: another model may continue it. */
  async *#continue(session: Session): AsyncGenerator<Event> {
    const { task, print } = this.#options;
    const events = session.events({ after: this.#entries.at(-1)?.seq ?? -1 });
    this.#ownEvents = events;
    try {
      await task.change(session);
      print("The other process has left: the session continues here.");
      session.resume(task.options);
    } catch (error) {
      print(`! The other process has left, and the session does not continue here: ${messageOf(error)}. /model chooses another model.`);
      yield this.#ended();
    }
    yield* events;
  }

  /** Keeps a session on the screen that cannot be opened here. */
  async *#refuse(error: unknown): AsyncGenerator<Event> {
    this.#refusal = `the other process has left, and the session cannot be opened here: ${messageOf(error)}`;
    this.#activity = IDLE;
    this.#sent = [];
    this.#options.print(`! ${this.#refusal}. It stays on the screen to read.`);
    yield this.#ended();
  }

  /** The end of all activity of the other process. */
  #ended(): Event {
    const { id } = this.#options;
    const { seq = 0, at = 0 } = this.#entries.at(-1) ?? {};
    return { type: "session_close", seq, at, sessionId: id, agent: { id, depth: 0 } };
  }

  /** Yields the events of the log until the session is free and open here, or the user leaves. */
  async *#follow(): AsyncGenerator<Event> {
    const { id, task, questions: answering, textQuestions, print } = this.#options;
    const done = new AbortController();
    const releasing = openWhenFree(id, task.openRuntime, AbortSignal.any([this.#left.signal, done.signal]));
    releasing.catch(() => undefined).finally(() => done.abort());
    const questions = watchQuestions({
      entries: this.#entries.slice(),
      watcher: {
        permissions: {
          ask: async (question, signal) => {
            const answer = await answering.ask({ ...question, root: id, sessionId: question.agent?.id ?? id }, signal);
            return answer.kind === "unanswered" ? undefined : answer;
          },
          replied() {},
        },
        questions: { ask: textQuestions.ask, replied() {} },
      },
      send: (question, answer) => sendAnswerToOwner(task.store, id, question, answer, { masking: task.masking }),
      warn: print,
    });
    const after = this.#entries.at(-1)?.seq ?? -1;
    const convert = replay();
    try {
      questions.begin(after);
      const { active } = this.#activity;
      if (active !== undefined) yield* activityAtOpening(this.#entries, active.run, id);
      for await (const event of followSession(task.store, id, { after, signal: AbortSignal.any([this.#left.signal, done.signal]) })) {
        questions.read(event.entry);
        if (this.#add(event)) yield event;
        yield* convert(event).filter(({ type }) => RUN_EVENTS.has(type));
        questions.reach(event.entry);
      }
    } finally {
      await questions.close();
    }
    this.#own = await releasing;
    if (this.#own === undefined && !this.#left.signal.aborted) throw new SessionNotFoundError(id);
  }

  /** Returns false for an entry that the user need not see: a prompt was cancelled that the user has again. */
  #add({ entry }: EntryEvent): boolean {
    this.#entries.push(entry);
    this.#activity = withEntry(this.#activity, entry);
    if (entry.type === "message") this.#forget(entry.id);
    if (entry.type !== "inbox_cancel") return true;
    const own = this.#sent.filter(({ receipt }) => entry.messages.includes(receipt.id) && !this.#returned.has(receipt.id));
    if (entry.returned === true) for (const { text } of own) this.#options.print(`Taken back in the other terminal: ${text}`);
    entry.messages.forEach((message) => this.#forget(message));
    return !entry.messages.every((message) => this.#returned.has(message));
  }

  #forget(message: string): void {
    this.#sent = this.#sent.filter(({ receipt }) => receipt.id !== message);
  }

  /** Withdraws a prompt, unless the other process has it already. Then only an interruption of the run returns it. */
  async #withdraw(receipt: MailboxReceipt): Promise<void> {
    const { id } = receipt;
    this.#returned.add(id);
    if (await receipt.withdraw()) this.#forget(id);
    else if (this.#interrupted === undefined || this.#interrupted !== this.#activity.active?.run) this.#returned.delete(id);
  }
}

/** Milliseconds before which a process may have started the run with which it creates the session's files. */
const WRITING = 10_000;

/** Events of runs beside the entries, from which the screen knows the rest. */
const RUN_EVENTS: ReadonlySet<Event["type"]> = new Set(["run_start", "tool_end", "run_end"]);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { type AnyEntry, type Event, followSession, type PromptInput, type readSession, type Session, SessionNotFoundError } from "coxswain";
import { type EntryEvent, type MailboxReceipt, sendAnswerToOwner, sendToOwner } from "coxswain/store";
import { IDLE, replay, type SessionActivity, WatchedQuestions, withEntry } from "../../follow/index.ts";
import type { OpenQuestions, ScreenSession } from "../../screen/index.ts";
import { openWhenFree, type ReleasedSession } from "../open-when-free.ts";
import type { TaskParts } from "../prepare-task.ts";

/** The session is open in another process, which alone can change it. */
class SharedSessionError extends Error {
  override readonly name = "SharedSessionError";
  readonly code = "session_shared";

  constructor() {
    super("another process has the session open: only prompts and answers reach it from here. Do this there, or once it has left");
  }
}

export interface SharedSessionOptions {
  readonly id: string;
  readonly task: Pick<TaskParts, "store" | "masking" | "options" | "openRuntime" | "change">;
  /** Receives the permission questions of the session. */
  readonly questions: OpenQuestions;
  /** Prints a line for the user. */
  readonly print: (line: string) => void;
  /** Called when the session can be shown no longer: it was removed, or cannot be opened here. */
  readonly onLost: () => void;
}

/** Entries and events of the session that were read when the screen opens. */
type Opened = Awaited<ReturnType<typeof readSession>>;

/**
 * A session that another process has open, shown from its log: prompts go to that process, and its permission questions can be
 * answered here. Once the process has left, this one opens the session and continues it.
 */
export class SharedSession implements ScreenSession {
  readonly #options: SharedSessionOptions;
  readonly #opened: Opened;
  readonly #entries: AnyEntry[];
  #activity: SessionActivity;
  /** Sent prompts that are not delivered. */
  #sent: readonly { readonly text: string; readonly receipt: MailboxReceipt }[] = [];
  /** The session in this process, once the other one has left. */
  #own: ReleasedSession | undefined;
  #ownEvents: AsyncIterableIterator<Event> | undefined;
  readonly #left = new AbortController();
  /** True once the session was removed by another process. */
  isRemoved = false;

  constructor(options: SharedSessionOptions, opened: Opened) {
    this.#options = options;
    this.#opened = opened;
    this.#entries = [...opened.entries];
    this.#activity = opened.entries.reduce(withEntry, IDLE);
  }

  get id(): string {
    return this.#options.id;
  }

  get isBusy(): boolean {
    return this.#own?.session.isBusy ?? (this.#activity.active !== undefined || this.#activity.queued.size > 0);
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

  get waiting(): ScreenSession["waiting"] {
    if (this.#own !== undefined) return this.#own.session.waiting;
    const cancel = (receipt: MailboxReceipt): void => {
      receipt.withdraw().then(
        (isWithdrawn) => (isWithdrawn ? this.#forget(receipt.id) : this.#options.print("Too late: the other process has the prompt.")),
        (error: unknown) => this.#options.print(messageOf(error)),
      );
    };
    return this.#sent.map(({ text, receipt }) => ({ how: "prompt", text, parts: [text], cancel: () => cancel(receipt) }));
  }

  /** True while another process has the session open. */
  get isShared(): boolean {
    return this.#own === undefined;
  }

  /** Returns the session. @throws {SharedSessionError} while another process has it open */
  own(): Session {
    if (this.#own === undefined) throw new SharedSessionError();
    return this.#own.session;
  }

  /** Sends a prompt to the process that has the session open, which queues it. Only for a shared session. */
  async send(input: PromptInput, text: string): Promise<void> {
    const { id, task } = this.#options;
    const receipt = await sendToOwner(task.store, id, input, { ...task.options, masking: task.masking });
    this.#sent = [...this.#sent, { text, receipt }];
  }

  abort(reason?: string): void {
    if (this.#own !== undefined) this.#own.session.abort(reason);
    else this.#options.print("Only the process that has the session open can interrupt it. Ctrl+D leaves, and it continues.");
  }

  events(): AsyncIterableIterator<Event> {
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
      if (this.#own === undefined || this.#left.signal.aborted) return;
      const { session } = this.#own;
      this.#options.print("The other process has left: the session continues here.");
      const events = session.events({ after: this.#entries.at(-1)?.seq ?? -1 });
      this.#ownEvents = events;
      await this.#options.task.change(session);
      session.resume(this.#options.task.options);
      yield* events;
    } catch (error) {
      this.isRemoved = error instanceof SessionNotFoundError;
      this.#options.print(this.isRemoved ? "The session was removed by another process." : messageOf(error));
      this.#options.onLost();
    }
  }

  /** Yields the events of the log until the session is free and open here, or the user leaves. */
  async *#follow(): AsyncGenerator<Event> {
    const { id, task, questions: answering, print } = this.#options;
    const done = new AbortController();
    const releasing = openWhenFree(id, task.openRuntime, AbortSignal.any([this.#left.signal, done.signal]));
    releasing.catch(() => undefined).finally(() => done.abort());
    const questions = new WatchedQuestions({
      entries: this.#entries.slice(),
      watcher: {
        ask: async (question, signal) => {
          const answer = await answering.ask({ ...question, root: id, sessionId: question.agent?.id ?? id }, signal);
          return answer.kind === "unanswered" ? undefined : answer;
        },
        replied() {},
      },
      answer: (question, answer) => sendAnswerToOwner(task.store, id, question, answer, { masking: task.masking }),
      warn: print,
    });
    const after = this.#entries.at(-1)?.seq ?? -1;
    const convert = replay();
    try {
      questions.begin(after);
      yield* this.#activeRun();
      for await (const event of followSession(task.store, id, { after, signal: AbortSignal.any([this.#left.signal, done.signal]) })) {
        questions.read(event.entry);
        this.#add(event);
        yield event;
        yield* convert(event).filter(({ type }) => ACTIVITY.has(type));
        questions.reach(event.entry);
      }
    } finally {
      await questions.close();
    }
    this.#own = await releasing;
    if (this.#own === undefined && !this.#left.signal.aborted) throw new SessionNotFoundError(id);
  }

  /** The beginning of the run that was active when the log was read. */
  *#activeRun(): Generator<Event> {
    const { active } = this.#activity;
    const { id } = this.#options;
    const at = this.#entries.at(-1)?.at ?? 0;
    if (active === undefined) return;
    yield Object.freeze({ type: "run_start", runId: active.run, seq: active.seq, at, sessionId: id, agent: { id, depth: 0 } });
  }

  #add({ entry }: EntryEvent): void {
    this.#entries.push(entry);
    this.#activity = withEntry(this.#activity, entry);
    if (entry.type === "message") this.#forget(entry.id);
    if (entry.type === "inbox_cancel") entry.messages.forEach((message) => this.#forget(message));
  }

  #forget(message: string): void {
    this.#sent = this.#sent.filter(({ receipt }) => receipt.id !== message);
  }
}

/** Events that change the activity of a screen, whose blocks come from entries. */
const ACTIVITY: ReadonlySet<Event["type"]> = new Set(["run_start", "turn_start", "tool_start", "tool_end", "run_end"]);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

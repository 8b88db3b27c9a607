import type { ExplicitAnswer } from "coxswain/policy";
import {
  openQuestion,
  openUserQuestion,
  type PermissionAskEntry,
  type PermissionReplyEntry,
  type QuestionAskEntry,
  type QuestionReplyEntry,
} from "coxswain/session";
import type { EntryEvent, Fold, MailboxReceipt } from "coxswain/store";
import type { UserAnswer } from "coxswain/tools";

type Fact = EntryEvent["entry"];

/** The entries of one kind of questions. */
interface QuestionKind<Asked extends Fact, Reply extends Fact & { readonly question: string; readonly by?: string }> {
  readonly open: Fold<Asked | null>;
  readonly isReply: (entry: Fact) => entry is Reply;
  /** Returns the reason why an answer of this process came too late. */
  readonly lateNotice: (reply: Reply | undefined) => string;
}

/** Questions whether a call may run. */
export const PERMISSION_QUESTIONS: QuestionKind<PermissionAskEntry, PermissionReplyEntry> = {
  open: openQuestion,
  isReply: (entry) => entry.type === "permission_reply",
  lateNotice: (reply) =>
    reply === undefined || reply.answer === "withdrawn"
      ? "too late: the question was withdrawn"
      : `too late: already ${reply.allowed ? "allowed" : "denied"} in another terminal`,
};

/** Questions of the model. */
export const USER_QUESTIONS: QuestionKind<QuestionAskEntry, QuestionReplyEntry> = {
  open: openUserQuestion,
  isReply: (entry) => entry.type === "question_reply",
  lateNotice: (reply) =>
    reply === undefined || reply.withdrawn === true
      ? "too late: the question was withdrawn"
      : "too late: already answered in another terminal",
};

export interface WatchedQuestionsParts<
  Asked extends Fact,
  Reply extends Fact & { readonly question: string; readonly by?: string },
  Answer,
> {
  readonly kind: QuestionKind<Asked, Reply>;
  readonly watcher: QuestionWatcher<Asked, Reply, Answer>;
  /** Entries read before the watch started, in log order. */
  readonly entries: readonly Fact[];
  /** Sends the owner an answer to the question with this id. */
  readonly answer: (question: string, answer: Answer) => Promise<MailboxReceipt>;
  /** Reports why an answer was not used. */
  readonly warn: (line: string) => void;
}

/** A question that the watcher has received. */
interface AskedQuestion<Reply> {
  readonly id: string;
  /** Closes the question, with its reply if known. */
  readonly end: (reply?: Reply) => void;
}

/**
 * Tracks the questions of one kind of a session that another process has open. Entries are read before they are shown: a question
 * is asked once all earlier entries were shown, and withdrawn as soon as its end is read.
 */
export class WatchedQuestions<Asked extends Fact, Reply extends Fact & { readonly question: string; readonly by?: string }, Answer> {
  readonly #parts: WatchedQuestionsParts<Asked, Reply, Answer>;
  readonly #pending: Promise<void>[] = [];
  readonly #lastKnown: number;
  /** The open question, as far as the log was read. */
  #open: Asked | null;
  #asked: AskedQuestion<Reply> | undefined;
  #lastAsked: string | undefined;

  constructor(parts: WatchedQuestionsParts<Asked, Reply, Answer>) {
    this.#parts = parts;
    this.#lastKnown = parts.entries.at(-1)?.seq ?? -1;
    const { open } = parts.kind;
    this.#open = parts.entries.reduce((before, entry) => open.apply(before, entry), open.initial);
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Asks the question that is open at the start of the watch, whose entry is not shown again. */
  begin(after: number): void {
    if (this.#open !== null && this.#open.seq <= after) this.#ask(this.#open);
  }

  /** Handles an entry that was read. */
  read(entry: Fact): void {
    if (entry.seq <= this.#lastKnown) return;
    this.#open = this.#parts.kind.open.apply(this.#open, entry);
    if (this.#asked !== undefined && this.#asked.id !== this.#open?.id) this.#end(entry);
  }

  /** Handles an entry that was shown, with all entries before it. */
  reach(entry: Fact): void {
    if (this.#open !== null && entry.id === this.#open.id) this.#ask(this.#open);
    const { kind, watcher } = this.#parts;
    if (kind.isReply(entry) && entry.question === this.#lastAsked) watcher.replied(entry);
  }

  /** Withdraws the shown question. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#pending);
  }

  #ask(question: Asked): void {
    const { promise: ended, resolve } = Promise.withResolvers<Reply | undefined>();
    const withdrawing = new AbortController();
    this.#lastAsked = question.id;
    this.#asked = {
      id: question.id,
      end(reply) {
        resolve(reply);
        withdrawing.abort();
      },
    };
    this.#pending.push(this.#askAndSend(question, ended, withdrawing.signal));
  }

  #end(by?: Fact): void {
    const shown = this.#asked;
    this.#asked = undefined;
    shown?.end(by !== undefined && this.#parts.kind.isReply(by) && by.question === shown.id ? by : undefined);
  }

  async #askAndSend(question: Asked, ended: Promise<Reply | undefined>, signal: AbortSignal): Promise<void> {
    const { kind, watcher, warn } = this.#parts;
    try {
      const answer = await watcher.ask(question, signal);
      if (answer === undefined || signal.aborted) return;
      const receipt = await this.#parts.answer(question.id, answer);
      const reply = await ended;
      if (reply?.by === receipt.id) return;
      await receipt.withdraw();
      warn(kind.lateNotice(reply));
    } catch (error) {
      warn(`could not send the answer to the session's owner: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Receives the questions of one kind of a session that another process has open. */
interface QuestionWatcher<Asked, Reply, Answer> {
  /**
   * Called for an open question. The signal aborts when the question is answered or withdrawn. Returns this watcher's
   * answer, or undefined.
   */
  ask(question: Asked, signal: AbortSignal): Promise<Answer | undefined>;
  /** Called when a question that it received ends. */
  replied(reply: Reply): void;
}

/** Receives the questions of a session that another process has open. */
export interface Watcher {
  readonly permissions: QuestionWatcher<PermissionAskEntry, PermissionReplyEntry, ExplicitAnswer>;
  readonly questions: QuestionWatcher<QuestionAskEntry, QuestionReplyEntry, UserAnswer>;
}

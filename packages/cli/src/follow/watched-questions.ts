import type { ExplicitAnswer } from "coxswain/policy";
import { openQuestion, type PermissionAskEntry, type PermissionReplyEntry } from "coxswain/session";
import type { EntryEvent, MailboxReceipt } from "coxswain/store";

type Fact = EntryEvent["entry"];

export interface WatchedQuestionsParts {
  readonly watcher: Watcher;
  /** Entries read before the watch started, in log order. */
  readonly entries: readonly Fact[];
  /** Sends the owner an answer to the question with this id. */
  readonly answer: (question: string, answer: ExplicitAnswer) => Promise<MailboxReceipt>;
  /** Reports why an answer was not used. */
  readonly warn: (line: string) => void;
}

/** A question that the watcher has received. */
interface AskedQuestion {
  readonly id: string;
  /** Closes the question, with its reply if known. */
  readonly end: (reply?: PermissionReplyEntry) => void;
}

/**
 * Tracks the questions of a session that another process has open. Entries are read before they are shown: a question
 * is asked once all earlier entries were shown, and withdrawn as soon as its end is read.
 */
export class WatchedQuestions {
  readonly #parts: WatchedQuestionsParts;
  readonly #pending: Promise<void>[] = [];
  readonly #lastKnown: number;
  /** The open question, as far as the log was read. */
  #open: PermissionAskEntry | null;
  #asked: AskedQuestion | undefined;
  #lastAsked: string | undefined;

  constructor(parts: WatchedQuestionsParts) {
    this.#parts = parts;
    this.#lastKnown = parts.entries.at(-1)?.seq ?? -1;
    this.#open = parts.entries.reduce((open, entry) => openQuestion.apply(open, entry), openQuestion.initial);
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
    this.#open = openQuestion.apply(this.#open, entry);
    if (this.#asked !== undefined && this.#asked.id !== this.#open?.id) this.#end(entry);
  }

  /** Handles an entry that was shown, with all entries before it. */
  reach(entry: Fact): void {
    if (this.#open !== null && entry.id === this.#open.id) this.#ask(this.#open);
    if (isReply(entry) && entry.question === this.#lastAsked) this.#parts.watcher.replied(entry);
  }

  /** Withdraws the shown question. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#pending);
  }

  #ask(question: PermissionAskEntry): void {
    const { promise: ended, resolve } = Promise.withResolvers<PermissionReplyEntry | undefined>();
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
    shown?.end(by !== undefined && isReply(by) && by.question === shown.id ? by : undefined);
  }

  async #askAndSend(question: PermissionAskEntry, ended: Promise<PermissionReplyEntry | undefined>, signal: AbortSignal): Promise<void> {
    const { watcher, warn } = this.#parts;
    try {
      const answer = await watcher.ask(question, signal);
      if (answer === undefined || signal.aborted) return;
      const receipt = await this.#parts.answer(question.id, answer);
      const reply = await ended;
      if (reply?.by === receipt.id) return;
      await receipt.withdraw();
      warn(lateAnswerNotice(reply));
    } catch (error) {
      warn(`could not send the answer to the session's owner: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const isReply = (entry: Fact): entry is PermissionReplyEntry => entry.type === "permission_reply";

const lateAnswerNotice = (reply: PermissionReplyEntry | undefined): string => {
  if (reply === undefined || reply.answer === "withdrawn") return "too late: the question was withdrawn";
  return `too late: already ${reply.allowed ? "allowed" : "denied"} in another terminal`;
};

/** Receives the permission questions of a session that another process has open. */
export interface Watcher {
  /**
   * Called for an open question. The signal aborts when the question is answered or withdrawn. Returns this watcher's
   * answer, or undefined.
   */
  ask(question: PermissionAskEntry, signal: AbortSignal): Promise<ExplicitAnswer | undefined>;
  /** Called when a question that it received ends. */
  replied(reply: PermissionReplyEntry): void;
}

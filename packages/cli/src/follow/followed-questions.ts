import { type ExplicitAnswer } from "coxswain/policy";
import { openQuestion, type PermissionAskEntry, type PermissionReplyEntry } from "coxswain/session";
import { type EntryEvent, type MailboxReceipt } from "coxswain/store";
import type { Watcher } from "./watcher.ts";

type Fact = EntryEvent["entry"];

export interface WatchedQuestionsParts {
  readonly watcher: Watcher;
  /** The facts that are known, in the order of the log. */
  readonly entries: readonly Fact[];
  /** Gives the session's owner an answer to the question of this id. */
  readonly answer: (question: string, answer: ExplicitAnswer) => Promise<MailboxReceipt>;
  /** Tells whoever answered that it came to nothing, and why. */
  readonly warn: (line: string) => void;
}

/** A question that the onlooker was told of. */
interface Shown {
  readonly id: string;
  /** It is asked no more; `reply`: how it ended, where that is known. */
  readonly end: (reply?: PermissionReplyEntry) => void;
}

/**
 * What is asked in a session that another process has open. Facts are read ahead of what is shown of them: a question is put when all before it was shown,
 * and withdrawn as soon as its end is read.
 */
export class WatchedQuestions {
  readonly #parts: WatchedQuestionsParts;
  readonly #talks: Promise<void>[] = [];
  readonly #lastKnown: number;
  /** As far as the log was read. */
  #open: PermissionAskEntry | null;
  #shown: Shown | undefined;
  #told: string | undefined;

  constructor(parts: WatchedQuestionsParts) {
    this.#parts = parts;
    this.#lastKnown = parts.entries.at(-1)?.seq ?? -1;
    this.#open = parts.entries.reduce((open, entry) => openQuestion.apply(open, entry), openQuestion.initial);
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Puts what is open by now, where its fact is not going to be shown. */
  begin(after: number): void {
    if (this.#open !== null && this.#open.seq <= after) this.#put(this.#open);
  }

  /** A fact was read. */
  read(entry: Fact): void {
    if (entry.seq <= this.#lastKnown) return;
    this.#open = openQuestion.apply(this.#open, entry);
    if (this.#shown !== undefined && this.#shown.id !== this.#open?.id) this.#end(entry);
  }

  /** All up to this fact was shown. */
  reach(entry: Fact): void {
    if (this.#open !== null && entry.id === this.#open.id) this.#put(this.#open);
    if (isReply(entry) && entry.question === this.#told) this.#parts.watcher.replied(entry);
  }

  /** Withdraws what is shown. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#talks);
  }

  #put(question: PermissionAskEntry): void {
    const { promise: ended, resolve } = Promise.withResolvers<PermissionReplyEntry | undefined>();
    const withdrawing = new AbortController();
    this.#told = question.id;
    this.#shown = {
      id: question.id,
      end(reply) {
        resolve(reply);
        withdrawing.abort();
      },
    };
    this.#talks.push(this.#talk(question, ended, withdrawing.signal));
  }

  #end(by?: Fact): void {
    const shown = this.#shown;
    this.#shown = undefined;
    shown?.end(by !== undefined && isReply(by) && by.question === shown.id ? by : undefined);
  }

  async #talk(question: PermissionAskEntry, ended: Promise<PermissionReplyEntry | undefined>, signal: AbortSignal): Promise<void> {
    const { watcher, warn } = this.#parts;
    try {
      const answer = await watcher.asked(question, signal);
      if (answer === undefined || signal.aborted) return;
      const handed = await this.#parts.answer(question.id, answer);
      const reply = await ended;
      if (reply?.by === handed.id) return;
      await handed.withdraw();
      warn(tooLateMessage(reply));
    } catch (error) {
      warn(`could not send the answer to the session's owner: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const isReply = (entry: Fact): entry is PermissionReplyEntry => entry.type === "permission_reply";

const tooLateMessage = (reply: PermissionReplyEntry | undefined): string => {
  if (reply === undefined || reply.answer === "withdrawn") return "too late: the question was withdrawn";
  return `too late: already ${reply.allowed ? "allowed" : "denied"} in another terminal`;
};

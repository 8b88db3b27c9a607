import type { EntryEvent, MailboxReceipt, sendAnswerToOwner } from "coxswain/store";
import { PERMISSION_QUESTIONS, USER_QUESTIONS, WatchedQuestions, type Watcher } from "./watched-questions.ts";

type Fact = EntryEvent["entry"];

export interface WatchQuestionsOptions {
  readonly watcher: Watcher;
  /** Entries read before the watch started, in log order. */
  readonly entries: readonly Fact[];
  /** Sends the owner an answer to the question with this id. */
  readonly send: (question: string, answer: Parameters<typeof sendAnswerToOwner>[3]) => Promise<MailboxReceipt>;
  /** Reports why an answer was not used. */
  readonly warn: (line: string) => void;
}

/** The questions of a session that another process has open, about permissions and of the model. */
export const watchQuestions = ({ watcher, entries, send, warn }: WatchQuestionsOptions) => {
  const both = [
    new WatchedQuestions({ kind: PERMISSION_QUESTIONS, watcher: watcher.permissions, entries, warn, answer: send }),
    new WatchedQuestions({
      kind: USER_QUESTIONS,
      watcher: watcher.questions,
      entries,
      warn,
      answer: (question, answers) => send(question, { kind: "answers", answers }),
    }),
  ];
  return {
    get isOpen() {
      return both.some(({ isOpen }) => isOpen);
    },
    /** Asks the questions that are open at the start of the watch, whose entries are not shown again. */
    begin: (after: number): void => both.forEach((one) => one.begin(after)),
    /** Handles an entry that was read. */
    read: (entry: Fact): void => both.forEach((one) => one.read(entry)),
    /** Handles an entry that was shown, with all entries before it. */
    reach: (entry: Fact): void => both.forEach((one) => one.reach(entry)),
    /** Withdraws the shown questions. */
    close: async (): Promise<void> => void (await Promise.all(both.map((one) => one.close()))),
  };
};

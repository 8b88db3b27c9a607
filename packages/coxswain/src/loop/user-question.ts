/** One suggested answer. */
export interface QuestionOption {
  readonly label: string;
  /** Consequence of this answer. */
  readonly description?: string;
}

/** Question from the model to the user. */
export interface UserQuestion {
  readonly question: string;
  /** The recommended one first. The user may also answer in their own words. */
  readonly options: readonly QuestionOption[];
  /** The user may choose several options. Absent: one answer. */
  readonly multiple?: true;
  /** Number of the question among those of its call, from 1. Absent if it is the only one. */
  readonly position?: { readonly number: number; readonly of: number };
}

/** The chosen labels, or the user's own words. Empty: the user gave no answer. */
export type UserAnswer = readonly string[];

/**
 * Asks the user a question. When the signal aborts, the question was withdrawn or answered elsewhere, and a later answer is
 * ignored.
 */
export type AskUser = (question: UserQuestion, signal: AbortSignal) => Promise<UserAnswer>;

/** Records the questions of tools to the user, so that other processes can answer them too. */
export interface UserQuestions {
  /** Resolves to the first answer, of this or another process; empty if the signal aborts before it. Rejects as `ask` does. */
  ask(question: UserQuestion, callId: string, ask: AskUser, signal: AbortSignal): Promise<UserAnswer>;
}

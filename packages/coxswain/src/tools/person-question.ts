/** One suggested answer. */
export interface QuestionOption {
  readonly label: string;
  /** Consequence of this answer. */
  readonly description: string | undefined;
}

/** Question from the model to the user. */
export interface PersonQuestion {
  readonly question: string;
  /** 2 to 5 options, the recommended one first. The user may also answer in their own words. */
  readonly options: readonly QuestionOption[];
}

/**
 * Asks the user a question. Resolves to the chosen label or to the user's own words, or to undefined if the user gave
 * no answer. When the signal aborts, the question is withdrawn and any later answer is ignored.
 */
export type AskPerson = (question: PersonQuestion, signal: AbortSignal) => Promise<string | undefined>;

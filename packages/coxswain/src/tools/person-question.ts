/** An answer to choose. */
export interface QuestionOption {
  readonly label: string;
  /** What it would lead to. */
  readonly description: string | undefined;
}

/** What a model asks the person. */
export interface PersonQuestion {
  readonly question: string;
  /** 2 to 5, the one that the model would take first. Words of the person's own are an answer too. */
  readonly options: readonly QuestionOption[];
}

/**
 * Puts a question to the person: the label that they chose, or their own words. Undefined: they gave no answer. When the signal
 * aborts the question is withdrawn, and its answer no longer counts.
 */
export type AskPerson = (question: PersonQuestion, signal: AbortSignal) => Promise<string | undefined>;

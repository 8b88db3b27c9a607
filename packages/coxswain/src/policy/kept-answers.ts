/** How long an answer is kept beyond its session: in its project, or everywhere. */
export type AnswerScope = "project" | "always";

/** Answers that outlive a session, as rules that allow. What denies or asks beats them. */
export interface SavedAnswers {
  /** The rules that hold now, those that other processes kept among them. Those that cannot be read allow nothing. Never throws. */
  rules(): readonly string[];
  /** Keeps rules, beside those that are there. Rejects where it cannot; they are kept for the session then. */
  keep(scope: AnswerScope, rules: readonly string[]): Promise<void>;
}

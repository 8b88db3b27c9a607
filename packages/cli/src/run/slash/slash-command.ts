import type { Outcome, Session } from "coxswain";

/** Something that is done in a session, instead of telling it to the model. */
export interface SlashCommand {
  /** Does it, with the words that stand behind its name. */
  run(session: Session, words: string, signal: AbortSignal): Promise<SlashEnd>;
}

export interface SlashEnd {
  /** For standard output; empty: there is nothing to say. */
  readonly answer: string;
  /** How the last run ended that it began; absent: it began none. */
  readonly outcome?: Outcome | undefined;
}

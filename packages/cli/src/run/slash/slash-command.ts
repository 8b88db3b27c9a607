import type { Outcome, Session } from "coxswain";

/** A command that runs in a session without a prompt to the model. */
export interface SlashCommand {
  /** Runs the command with the words after its name. */
  run(session: Session, words: string, signal: AbortSignal): Promise<SlashEnd>;
}

export interface SlashEnd {
  /** Text for stdout, or the empty string. */
  readonly answer: string;
  /** Outcome of the last run that the command started, if any. */
  readonly outcome?: Outcome | undefined;
}

import type { Session } from "coxswain";

/** Something that `cox` itself does in a session that it goes on with, instead of telling it to the model. */
export interface SlashCommand {
  /** Does it, with the words that stand behind its name. The value is for standard output; empty: there is nothing to say. */
  run(session: Session, words: string): Promise<string>;
}

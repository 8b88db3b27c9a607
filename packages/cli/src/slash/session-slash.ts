import type { Outcome, Session } from "coxswain";
import { uncompact as undoCompaction } from "coxswain/session";
import { UsageError } from "../argv/index.ts";
import type { SlashName } from "../commands/index.ts";

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

/**
 * `/compact [WORDS]`: replaces the older part of the conversation with a summary. The words are instructions for the
 * summary.
 */
const compact: SlashCommand = {
  async run(session, words) {
    const { summary } = await session.compact(words === "" ? undefined : words);
    return { answer: summary };
  },
};

/** `/uncompact`: undoes the last compaction. */
const uncompact: SlashCommand = {
  async run(session, words) {
    if (words !== "") throw new UsageError("/uncompact takes no arguments");
    if ((await undoCompaction(session)) === undefined) throw new UsageError("no compaction to undo in this session");
    return { answer: "Undid the last compaction." };
  },
};

/** The built-in commands of the command line and of interactive sessions. `SLASH_COMMANDS` of `commands` declares them. */
export const SESSION_SLASH: Readonly<Record<SlashName, SlashCommand>> = { compact, uncompact };

import type { PromptInput, PromptOptions, Run, Session } from "../../session/index.ts";

/** A slash command: what a person writes in place of something that is told to the model, as `/deploy staging`. */
export interface ExtensionCommand {
  /** Without the slash: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** For the person: what it does. */
  readonly description: string;
  /** What is to be written behind it, as `TARGET [VERSION]`. */
  readonly argumentHint?: string;
  /** A text that it gives back is shown as its answer. What it throws is how it failed. */
  run(context: CommandContext): string | void | Promise<string | void>;
}

/** What a command works with. */
export interface CommandContext {
  readonly session: Session;
  /** What stands behind the name, without white space around it. */
  readonly words: string;
  /** Aborts when the person interrupts it. */
  readonly signal: AbortSignal;
  /**
   * Tells the model something, as `session.prompt` does; while there is a run, it waits for its end unless `whenBusy` says
   * otherwise. The command lasts until the run has ended, which need not be awaited.
   */
  readonly prompt: (input: PromptInput, options?: PromptOptions) => Run;
  /** Shows the person a text. */
  readonly notify: (text: string) => void;
}

/** What the name of a command has to be. */
export const COMMAND_NAME = /^[a-z][a-z0-9-]{0,63}$/;

import type { PromptInput, PromptOptions, Run, Session } from "../../session/index.ts";

/** Slash command: input that runs code rather than prompting the model, such as `/deploy staging`. */
export interface ExtensionCommand {
  /** Name without the slash: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Description for the user. */
  readonly description: string;
  /** Arguments, as in `TARGET [VERSION]`. */
  readonly argumentHint?: string;
  /** Runs the command. A returned string is shown as its answer; an exception is reported as its failure. */
  run(context: CommandContext): string | void | Promise<string | void>;
}

/** Context of a command. */
export interface CommandContext {
  readonly session: Session;
  /** Text after the name, trimmed. */
  readonly words: string;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /**
   * Prompts the model, as `session.prompt` does. While a run is active, the prompt is queued unless `whenBusy` specifies
   * otherwise. The command lasts until the run has ended, even if it does not await the run.
   */
  readonly prompt: (input: PromptInput, options?: PromptOptions) => Run;
  /** Shows a string to the user. */
  readonly notify: (text: string) => void;
}

/** Valid command names. */
export const COMMAND_NAME = /^[a-z][a-z0-9-]{0,63}$/;

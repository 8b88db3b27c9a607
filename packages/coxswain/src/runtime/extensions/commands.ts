import { unlessAborted } from "../../base/index.ts";
import type { Outcome } from "../../loop/index.ts";
import type { Run, Session } from "../../session/index.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionCode } from "./extension-code.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import { inWords } from "./in-words.ts";
import type { RegisteredItem, Registered } from "./registered.ts";

export interface CommandOptions {
  /** Stops waiting. The caller aborts the runs that the command started. */
  readonly signal?: AbortSignal;
  /** Receives the text that the command shows to the user. Default: the text is added to the answer. */
  readonly notify?: (text: string) => void;
}

/** Result of a slash command. */
export interface CommandEnd {
  readonly extension: string;
  /** Text for the user; empty if there is none. */
  readonly answer: string;
  /** Outcome of the last run that the command started; undefined if it started none. */
  readonly outcome: Outcome | undefined;
}

/** Returns the command at the start of a prompt. */
export const commandIn = (
  text: string,
  commands: Registered<ExtensionCommand>,
): { readonly command: RegisteredItem<ExtensionCommand>; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/(?:extension:)?([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const command = name === undefined ? undefined : commands.all.find(({ value }) => value.name === name);
  return command && { command, words: words.trim() };
};

/**
 * Runs a command until it and all runs that it started have ended.
 * @throws {ExtensionError}
 */
export const runCommand = async (
  { extension, value: command }: RegisteredItem<ExtensionCommand>,
  words: string,
  session: Session,
  { signal = new AbortController().signal, notify, code }: CommandOptions & { readonly code: ExtensionCode },
): Promise<CommandEnd> => {
  const runs: Run[] = [];
  const notices: string[] = [];
  const context: Parameters<ExtensionCommand["run"]>[0] = {
    session,
    words,
    signal,
    prompt(input, options) {
      // The run belongs to the session, not to the extension.
      const run = code.outside(() => session.prompt(input, { whenBusy: "queue", source: "extension", ...options }));
      runs.push(run);
      return run;
    },
    notify: notify ?? ((text) => void notices.push(text)),
  };
  try {
    signal.throwIfAborted();
    const answer = await unlessAborted(Promise.resolve(code.withinNamed(extension, () => command.run(context))), signal);
    if (typeof answer === "string" && answer !== "") notices.push(answer);
  } catch (error) {
    const why = signal.aborted ? "was aborted" : `failed: ${inWords(error)}`;
    throw new ExtensionError(`/${command.name} of the extension ${extension} ${why}`, { cause: error });
  }
  const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
  return { extension, answer: notices.join("\n"), outcome: outcomes.at(-1) };
};

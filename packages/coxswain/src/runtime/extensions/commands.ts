import type { Outcome } from "../../loop/index.ts";
import type { Run, Session } from "../../session/index.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionCode } from "./extension-code.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import { inWords } from "./in-words.ts";
import type { Brought, Registered } from "./registered.ts";

export interface CommandOptions {
  /** Ends the waiting; the runs that it began are the caller's to abort. */
  readonly signal?: AbortSignal;
  /** Is told what the command shows the person. Default: it is added to the answer. */
  readonly notify?: (text: string) => void;
}

/** What came of a slash command. */
export interface CommandEnd {
  readonly extension: string;
  /** What it says to the person; empty: nothing. */
  readonly answer: string;
  /** How the last run ended that it began; undefined: it began none. */
  readonly outcome: Outcome | undefined;
}

/** The command that a text begins with. */
export const commandIn = (
  text: string,
  commands: Registered<ExtensionCommand>,
): { readonly command: Brought<ExtensionCommand>; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const command = name === undefined ? undefined : commands.all.find(({ value }) => value.name === name);
  return command && { command, words: words.trim() };
};

/** Takes a command to its end, and the runs that it began. @throws {ExtensionError} */
export const runCommand = async (
  { extension, value: command }: Brought<ExtensionCommand>,
  words: string,
  session: Session,
  { signal = new AbortController().signal, notify, code }: CommandOptions & { readonly code: ExtensionCode },
): Promise<CommandEnd> => {
  const runs: Run[] = [];
  const said: string[] = [];
  const context: Parameters<ExtensionCommand["run"]>[0] = {
    session,
    words,
    signal,
    prompt(input, options) {
      // The run is the session's.
      const run = code.outside(() => session.prompt(input, { whenBusy: "queue", source: "extension", ...options }));
      runs.push(run);
      return run;
    },
    notify: notify ?? ((text) => void said.push(text)),
  };
  try {
    signal.throwIfAborted();
    const answer = await untilAborted(Promise.resolve(code.withinNamed(extension, () => command.run(context))), signal);
    if (typeof answer === "string" && answer !== "") said.push(answer);
  } catch (error) {
    const why = signal.aborted ? "was aborted" : `failed: ${inWords(error)}`;
    throw new ExtensionError(`/${command.name} of the extension ${extension} ${why}`, { cause: error });
  }
  const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
  return { extension, answer: said.join("\n"), outcome: outcomes.at(-1) };
};

const untilAborted = async <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

import type { ExtensionCode } from "./extension-code.ts";
import { entryType } from "./extension-state.ts";
import { inWords } from "./in-words.ts";
import type { Registered } from "./registered.ts";

/** Shows the facts of one of the extension's states in the conversation. */
export interface ExtensionBlock<Fact = unknown> {
  /** Name of the state. */
  readonly state: string;
  /**
   * Returns a fact in Markdown, or undefined if it is not shown. Must be pure: it is called again whenever a session is opened. An
   * exception, or a result of another type, is reported once, and the fact is not shown.
   */
  render(fact: Fact): string | undefined;
}

/** Key of an interactive session. Keys of the user, and those of the program, take precedence. */
export interface ExtensionKey {
  /** Modifiers and a key, for example `ctrl+g` or `alt+shift+d`. */
  readonly key: string;
  /** A slash command with its words, such as `/deploy staging`, or the name of an action of the screen, such as `queue`. */
  readonly action: string;
  /** Description for the user. Default: names the extension. */
  readonly description?: string;
}

/** Maximum characters of a rendered fact. */
const MOST = 64_000;

/** Renders a fact of an extension in Markdown, if an extension shows it. Never throws. */
export const renderFact = (
  type: string,
  fact: unknown,
  {
    blocks,
    code,
    warn,
  }: {
    readonly blocks: Registered<ExtensionBlock>;
    readonly code: ExtensionCode;
    /** A repeated line is shown once. */
    readonly warn: (extension: string, line: string) => void;
  },
): string | undefined => {
  const found = blocks.all.find(({ extension, value }) => entryType(extension, value.state) === type);
  if (found === undefined) return undefined;
  const { extension, value: block } = found;
  try {
    const text: unknown = code.withinNamed(extension, () => block.render(fact));
    if (text === undefined || typeof text === "string") return text?.slice(0, MOST);
    // The caller cannot wait for a promise, whose rejection must not end the program.
    Promise.resolve(text).catch(() => undefined);
    warn(extension, `its block of the state ${block.state} cannot show a fact: render must return a string.`);
  } catch (error) {
    warn(extension, `its block of the state ${block.state} cannot show a fact: ${inWords(error)}`);
  }
  return undefined;
};

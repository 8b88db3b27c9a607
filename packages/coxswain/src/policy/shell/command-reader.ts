import type { CommandEffects } from "../../loop/index.ts";
import type { Parser } from "./expand-word.ts";

/** Limit of characters per line. */
const MAX_LENGTH = 100_000;

/** Reads the effects of a bash command line. Lines that cannot be parsed are `unresolved`. Never throws. */
export type CommandReader = (line: string) => CommandEffects;

export const commandReader = async (): Promise<CommandReader> => {
  // Loaded on demand: most processes read no command.
  const [{ readCommandLine }, unbash] = await Promise.all([import("./read-command-line.ts"), import("unbash")]);
  const parser: Parser = unbash;
  return (line) => {
    if (line.length > MAX_LENGTH) return unread(`it is over ${MAX_LENGTH} characters long`);
    if (HIDDEN.test(line)) return unread("it contains hidden characters");
    try {
      return readCommandLine(line, parser);
    } catch (error) {
      return unread(`it cannot be parsed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
};

/** Characters that are invisible, or that a shell drops. */
// oxlint-disable-next-line no-control-regex -- the pattern is about these characters
const HIDDEN = /[\0-\x08\x0B-\x1F\x7F-\x9F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const unread = (reason: string): CommandEffects => ({ commands: [], paths: [], hosts: [], unresolved: [reason] });

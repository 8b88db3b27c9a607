import type { CommandEffects } from "../../loop/index.ts";
import type { Parser } from "./expand-word.ts";

/** Longer lines are not read. */
const LONGEST = 100_000;

/** Reads what command lines of bash do. What of one cannot be read or known is among its unresolved; it never throws. */
export type CommandReader = (line: string) => CommandEffects;

export const commandReader = async (): Promise<CommandReader> => {
  // Loaded where it is used: most processes read no command.
  const [{ readCommandLine }, unbash] = await Promise.all([import("./read-command-line.ts"), import("unbash")]);
  const parser: Parser = unbash;
  return (line) => {
    if (line.length > LONGEST) return unread(`it is over ${LONGEST} letters long`);
    if (HIDDEN.test(line)) return unread("it has hidden characters");
    try {
      return readCommandLine(line, parser);
    } catch (error) {
      return unread(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
};

/** What a shell takes for a letter and nobody sees, or what it drops. */
// oxlint-disable-next-line no-control-regex -- these characters are what it is about
const HIDDEN = /[\0-\x08\x0B-\x1F\x7F-\x9F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const unread = (doubt: string): CommandEffects => ({ commands: [], paths: [], hosts: [], unresolved: [doubt] });

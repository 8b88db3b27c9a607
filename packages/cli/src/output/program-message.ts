import { escapeLine } from "./escape-text.ts";

/**
 * Formats a message of the program on one line. After `cox:`, the message starts in lower case, unless it starts with a
 * name.
 */
export const programMessage = (message: string): string =>
  `cox: ${escapeLine(message).replace(OPENING_WORD, (word) => word.toLowerCase())}`;

/** Ordinary words that open the library's messages. Any other capitalized word may be a name. */
const OPENING_WORD =
  /^(?:An?|Automatic|Cannot|Commands?|Compaction|Could|Denied|Duplicate|Failed|Hooks?|Ignored|Imported|Interrupted|Invalid|Its?|No|Not|Nothing|Omitted|Only|Pass|Prompts?|Request|Sessions?|Still|Stopped|The|There|These|This|Too|Uncaught|Unknown|Unsupported|Use|You|Your)(?=[\s:,.])/;

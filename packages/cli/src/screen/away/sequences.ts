import { escapeLine } from "../../output/index.ts";
import type { NotificationForm, TerminalAbilities } from "./terminal-abilities.ts";

const ST = "\u001b\\";
const osc = (content: string): string => `\u001b]${content}${ST}`;

/** Wraps a sequence so that a multiplexer passes it to the terminal, if its settings allow that. */
const through = (sequence: string, { multiplexer }: Pick<TerminalAbilities, "multiplexer">): string => {
  if (multiplexer === "tmux") return `\u001bPtmux;${sequence.replaceAll("\u001b", "\u001b\u001b")}${ST}`;
  // The wrapped sequence must not have the terminator of the wrapper.
  if (multiplexer === "screen") return `\u001bP${sequence.replaceAll(ST, "\u0007")}${ST}`;
  return sequence;
};

/** Characters that a notification shows. */
const MOST = 120;

/** Escapes a string for a place outside of the screen, and truncates it. */
export const shortText = (text: string, most = MOST): string => {
  const characters = Array.from(escapeLine(text));
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
};

/** Returns the sequence of a notification. */
export const notificationSequence = (
  form: NotificationForm,
  { title, body }: { readonly title: string; readonly body: string },
  abilities: TerminalAbilities,
): string => {
  const [head, text] = [shortText(title, 60), shortText(body)];
  switch (form) {
    case "bell":
      return "\u0007";
    case "osc9":
      // It must not begin with a number: that is another command.
      return through(osc(`9;${/^\d/.test(head) ? "cox: " : ""}${head}: ${text}`), abilities);
    case "osc777":
      return through(osc(`777;notify;${head.replaceAll(";", ",")};${text}`), abilities);
    case "osc99":
      return through(osc(`99;i=cox:d=0;${head}`), abilities) + through(osc(`99;i=cox:p=body;${text}`), abilities);
  }
};

export const TITLE = {
  /** Saves the terminal's title (XTWINOPS). */
  save: "\u001b[22;2t",
  /** Restores it; a terminal without a stack of titles shows its usual one. */
  restore: `${osc("2;")}\u001b[23;2t`,
  set: (title: string): string => osc(`2;${shortText(title, 80)}`),
} as const;

/** States of a progress bar (ConEmu's OSC 9;4). */
export const PROGRESS = { none: osc("9;4;0"), busy: osc("9;4;3"), error: osc("9;4;2;100"), waiting: osc("9;4;4;100") } as const;

/** A report of the program status protocol, revision 0.4. */
export interface ProgramStatus {
  readonly state: "idle" | "working" | "blocked" | "done" | "error" | "clear";
  readonly title?: string;
  readonly message?: string;
}

/** Bytes of a decoded field. A report that exceeds them is discarded. */
const MOST_BYTES = { title: 192, message: 2048 };

export const programStatusSequence = ({ state, title, message }: ProgramStatus): string => {
  if (state === "clear") return osc("7501;state=clear");
  const pairs = [
    `state=${state}`,
    ...(state === "blocked" ? ["kind=permission"] : []),
    "app=cox",
    ...(title === undefined ? [] : [`title=${base64(title, MOST_BYTES.title)}`]),
    ...(message === undefined ? [] : [`msg=${base64(message, MOST_BYTES.message)}`]),
  ];
  return osc(`7501;${pairs.join(":")}`);
};

const base64 = (text: string, most: number): string => {
  let whole = Buffer.from(shortText(text));
  for (let count = MOST; whole.length > most; count--) whole = Buffer.from(shortText(text, count));
  return whole.toString("base64");
};

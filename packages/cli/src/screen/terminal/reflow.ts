/**
 * The effect of another width on the rows and the caret of a terminal.
 *
 * - `usual`: it wraps all rows, and keeps the caret on its cell.
 * - `prompt`: kitty. If the rows below the caret push it up, it moves the text but not the caret, unless the caret is in a
 *   shell's prompt (OSC 133), which it erases instead.
 * - `caretLine`: xterm.js. If a row below the caret wraps, it moves the text but not the caret; it does not wrap the line with
 *   the caret, which may have several rows.
 */
export type Reflow = "usual" | "prompt" | "caretLine";

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the effect in a terminal that has this environment. */
export const reflowOf = ({ TERM = "", TMUX = "", STY = "", KITTY_WINDOW_ID = "" }: Variables): Reflow =>
  TMUX === "" && STY === "" && (TERM === "xterm-kitty" || KITTY_WINDOW_ID !== "") ? "prompt" : "usual";

/** True for a terminal that may be xterm.js, which the environment does not name: `DEVICE.request` asks it. */
export const mayBeXtermJs = ({ TERM = "" }: Variables): boolean => /^xterm(?!-kitty)/.test(TERM);

/** The kind and version of a terminal (DA2, DEC). xterm.js answers like an xterm of 2011, which wraps no rows on a resize. */
// oxlint-disable-next-line no-control-regex -- reports begin with a control character
export const DEVICE = { request: "\u001b[>c", answer: /^\u001b\[>[\d;]*c$/, xtermJs: "\u001b[>0;276;0c" } as const;

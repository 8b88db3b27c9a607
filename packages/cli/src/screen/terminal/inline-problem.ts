type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Names a terminal that is known to lose or double printed lines when it is resized, with or without a redrawn tail. GNU
 * screen sets `STY`, rxvt and its variants name themselves in `TERM`. Undefined for others.
 */
export const inlineProblem = (env: Variables): string | undefined => {
  if ((env["TMUX"] ?? "") !== "") return undefined;
  if ((env["STY"] ?? "") !== "") return "GNU screen";
  return (env["TERM"] ?? "").startsWith("rxvt") ? "rxvt" : undefined;
};

/**
 * True for kitty. If the rows below the caret push it up in a resize, kitty moves the text but not the caret, unless the caret
 * is in a shell's prompt, which it erases instead.
 */
export const losesCaret = ({ TERM = "", TMUX = "", STY = "", KITTY_WINDOW_ID = "" }: Variables): boolean =>
  TMUX === "" && STY === "" && (TERM === "xterm-kitty" || KITTY_WINDOW_ID !== "");

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

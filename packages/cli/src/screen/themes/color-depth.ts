import type { ColorDepth } from "./color.ts";

/** Returns the colors that a terminal shows, from its environment variables. `NO_COLOR`, if not empty, asks for none. */
export const colorDepth = (env: Readonly<Record<string, string | undefined>>): ColorDepth => {
  const { NO_COLOR = "", COLORTERM = "", TERM = "", TERM_PROGRAM = "", WT_SESSION = "" } = env;
  if (NO_COLOR !== "" || TERM === "dumb") return "none";
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || /-direct$|^xterm-(?:kitty|ghostty)$/.test(TERM) || WT_SESSION !== "") return "full";
  if (TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" || TERM_PROGRAM === "ghostty") return "full";
  if (/256color/.test(TERM) || TERM_PROGRAM === "Apple_Terminal") return "256";
  return "16";
};

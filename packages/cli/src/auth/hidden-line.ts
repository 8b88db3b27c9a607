/** State of a hidden input line. */
export interface HiddenLine {
  readonly text: string;
  /** `done` after Enter; `cancelled` after Ctrl+C, or Ctrl+D on an empty line. */
  readonly state: "typing" | "done" | "cancelled";
}

export const EMPTY_LINE: HiddenLine = { text: "", state: "typing" };

/** Applies raw terminal input to a line. */
export const applyKeys = (typed: HiddenLine, keys: string): HiddenLine => {
  let { text } = typed;
  for (const key of keys.replaceAll(SEQUENCE, "")) {
    if (key === "\r" || key === "\n") return { text, state: "done" };
    if (key === "\u0003" || (key === "\u0004" && text === "")) return { text: "", state: "cancelled" };
    if (key === "\u007f" || key === "\b") text = Array.from(text).slice(0, -1).join("");
    else if (key === "\u0015") text = "";
    else if (key >= " ") text += key;
  }
  return { text, state: "typing" };
};

/** Matches escape sequences of keys and of bracketed paste. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const SEQUENCE = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])/g;

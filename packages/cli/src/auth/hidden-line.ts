/** What was typed so far of a line that is not shown. */
export interface Typed {
  readonly text: string;
  /** `done` with Enter, `cancelled` with Ctrl+C, or with Ctrl+D where nothing was typed. */
  readonly state: "typing" | "done" | "cancelled";
}

export const NOTHING_TYPED: Typed = { text: "", state: "typing" };

/** A line with further keys, as a terminal gives them that neither shows nor joins them. */
export const withKeys = (typed: Typed, keys: string): Typed => {
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

/** Arrows and the like, and the marks around what is pasted. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const SEQUENCE = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])/g;

/** Modes that a program has set and not reset, as it wrote them: DEC private modes, the keyboard protocols, the alternate screen. */
export const modesLeft = (written: string): readonly string[] => {
  const set = new Set<string>();
  let pushed = 0;
  // oxlint-disable-next-line no-control-regex -- control sequences are what it reads
  for (const [, private_, codes = "", final] of written.matchAll(/\u001b\[([?<>]?)([0-9;]*)([hlmu])/g)) {
    if (private_ === "?" && (final === "h" || final === "l")) {
      for (const code of codes.split(";")) {
        const isReset = DEFAULT_ON.has(code) ? final === "h" : final === "l";
        if (isReset) set.delete(code);
        else set.add(code);
      }
    } else if (private_ === ">" && final === "u") pushed += 1;
    else if (private_ === "<" && final === "u") pushed -= 1;
    else if (private_ === ">" && final === "m" && codes.startsWith("4")) {
      if (codes === "4" || codes === "4;0") set.delete("modifyOtherKeys");
      else set.add("modifyOtherKeys");
    }
  }
  return [...set, ...(pushed > 0 ? ["kitty keyboard"] : [])];
};

/** Modes that are on before any program runs: automatic wrapping and the caret. */
const DEFAULT_ON: ReadonlySet<string> = new Set(["7", "25"]);

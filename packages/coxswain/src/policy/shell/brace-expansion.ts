/** More words than this are not looked at. */
const MOST = 64;

/** The words that bash makes of one with braces, as `{rm,-rf}`: first of all it does to a word. Undefined where they are too many or a sequence. */
export const braceExpansion = (text: string): readonly string[] | undefined => {
  const group = firstGroup(text);
  if (group === undefined) return SEQUENCE.test(text) ? undefined : [text];
  const rest = braceExpansion(text.slice(group.end + 1));
  const inner = group.parts.map(braceExpansion);
  if (rest === undefined || inner.includes(undefined)) return undefined;
  const before = text.slice(0, group.start);
  const words = inner.flatMap((parts) => (parts ?? []).flatMap((part) => rest.map((after) => before + part + after)));
  return words.length > MOST ? undefined : words;
};

const SEQUENCE = /\{[^{},\s'"]*\.\.[^{},\s'"]*\}/;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

/** The first group in braces that has a comma at its own level, and is not quoted. */
const firstGroup = (text: string): Group | undefined => {
  for (let start = 0; start < text.length; start = next(text, start)) {
    if (text[start] !== "{" || text[start - 1] === "$") continue;
    const group = groupAt(text, start);
    if (group !== undefined) return group;
  }
  return undefined;
};

const groupAt = (text: string, start: number): Group | undefined => {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at = next(text, at)) {
    const letter = text[at];
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    if (depth === 1 && letter === ",") {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return parts.length === 0 ? undefined : { start, end: at, parts: [...parts, text.slice(from, at)] };
  }
  return undefined;
};

/** The place after a letter, or after what is quoted there. */
const next = (text: string, at: number): number => {
  const letter = text[at];
  if (letter === "\\") return at + 2;
  if (letter !== "'" && letter !== '"') return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== letter) end += letter === '"' && text[end] === "\\" ? 2 : 1;
  return end + 1;
};

/** Limit of words from one expansion. */
const MAX_WORDS = 64;

/**
 * Expands the braces of a word such as `{rm,-rf}`, which is bash's first step. Returns undefined for a sequence, and for too
 * many words.
 */
export const braceExpansion = (text: string): readonly string[] | undefined => {
  const group = firstGroup(text);
  if (group === undefined) return SEQUENCE.test(text) ? undefined : [text];
  const rest = braceExpansion(text.slice(group.end + 1));
  const inner = group.parts.map(braceExpansion);
  if (rest === undefined || inner.includes(undefined)) return undefined;
  const before = text.slice(0, group.start);
  const words = inner.flatMap((parts) => (parts ?? []).flatMap((part) => rest.map((after) => before + part + after)));
  return words.length > MAX_WORDS ? undefined : words;
};

const SEQUENCE = /\{[^{},\s'"]*\.\.[^{},\s'"]*\}/;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

/** The first unquoted group in braces with a comma at its level. */
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

/** The index after a character, or after the quoted string that begins there. */
const next = (text: string, at: number): number => {
  const letter = text[at];
  if (letter === "\\") return at + 2;
  if (letter !== "'" && letter !== '"') return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== letter) end += letter === '"' && text[end] === "\\" ? 2 : 1;
  return end + 1;
};

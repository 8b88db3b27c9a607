/** What an answer says as JSON; or why it says none. */
export type AnswerValue = { readonly value: unknown } | { readonly problem: string };

const NONE: AnswerValue = { problem: "it is no JSON" };

/**
 * The JSON value of an answer: the whole text, else what its one fenced block says, else what stands from its first brace or
 * bracket to its last. The first of them that is JSON counts, whether or not it fits what is wanted.
 */
export const answerValue = (text: string): AnswerValue => {
  const whole = text.trim();
  if (whole === "") return { problem: "it is empty" };
  for (const candidate of [whole, ...fenced(whole), ...bracketed(whole)]) {
    const parsed = parse(candidate);
    if (parsed !== undefined) return parsed;
  }
  return NONE;
};

/** Line by line: what opens a block may name a language, what closes it may not. */
const fenced = (text: string): readonly string[] => {
  const blocks: string[] = [];
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const [, fence, rest = ""] = FENCE.exec(line) ?? [];
    if (open === undefined) open = fence === undefined ? undefined : { fence, lines: [] };
    else if (fence !== open.fence || rest.trim() !== "") open.lines.push(line);
    else {
      blocks.push(open.lines.join("\n"));
      open = undefined;
    }
  }
  return blocks.length === 1 ? blocks : [];
};

const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

const bracketed = (text: string): readonly string[] => {
  const begin = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return begin < 0 || end < begin ? [] : [text.slice(begin, end + 1)];
};

/** A number too large for a number would be another value in the log. */
class TooLarge extends Error {}

const parse = (text: string): AnswerValue | undefined => {
  try {
    return { value: JSON.parse(text, checkNumber) };
  } catch (error) {
    return error instanceof TooLarge ? { problem: "it has a number that is too large" } : undefined;
  }
};

const checkNumber = (_: string, value: unknown): unknown => {
  if (value === Infinity || value === -Infinity) throw new TooLarge();
  return value;
};

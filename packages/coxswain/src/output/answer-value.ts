/** The JSON value of an answer, or the reason why there is none. */
type AnswerValue = { readonly value: unknown } | { readonly problem: string };

const NOT_JSON: AnswerValue = { problem: "it is not JSON" };

/**
 * Extracts the JSON value of an answer: the whole text, else the content of its only fenced block, else the range from
 * the first brace or bracket to the last. The first candidate that parses is used, even if it does not match the
 * schema.
 */
export const answerValue = (text: string): AnswerValue => {
  const whole = text.trim();
  if (whole === "") return { problem: "it is empty" };
  for (const candidate of [whole, ...fencedBlocks(whole), ...bracketedRange(whole)]) {
    const parsed = parse(candidate);
    if (parsed !== undefined) return parsed;
  }
  return NOT_JSON;
};

/** Scans line by line: an opening fence may name a language, a closing fence may not. */
const fencedBlocks = (text: string): readonly string[] => {
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

const bracketedRange = (text: string): readonly string[] => {
  const begin = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return begin < 0 || end < begin ? [] : [text.slice(begin, end + 1)];
};

/** A number that parses to Infinity would be stored as another value in the log. */
class TooLarge extends Error {}

const parse = (text: string): AnswerValue | undefined => {
  try {
    return { value: JSON.parse(text, checkNumber) };
  } catch (error) {
    return error instanceof TooLarge ? { problem: "it contains a number that is too large" } : undefined;
  }
};

const checkNumber = (_: string, value: unknown): unknown => {
  if (value === Infinity || value === -Infinity) throw new TooLarge();
  return value;
};

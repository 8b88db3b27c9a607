/**
 * The arguments of a call as a JSON value, as nearly as a model wrote them so; the text itself when it cannot be read as JSON, or ends
 * in the middle of a text: half a file or half a command is not what was meant.
 */
export const callArguments = async (text: string): Promise<unknown> => {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return mend(text);
  }
};

const mend = async (text: string): Promise<unknown> => {
  if (endsInText(text)) return text;
  const { jsonrepair } = await import("jsonrepair");
  try {
    const value: unknown = JSON.parse(jsonrepair(text));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
};

/** Quotes that only begin or end something: another one in the middle of a text, or an apostrophe in a word, does neither. */
const QUOTED = /(^|[[{,:(])\s*(["'])(?:\\(?:.|$)|(?!\2)[^\\])*(\2|$)/gsu;

const endsInText = (text: string): boolean => {
  const last = [...text.matchAll(QUOTED)].at(-1);
  return last !== undefined && last[3] === "";
};

/**
 * Parses the arguments of a call as JSON, and repairs nearly valid JSON. Returns the string itself if it cannot be
 * parsed or ends inside a string: half a file or half a command is not what the model meant.
 */
export const parseCallArguments = async (text: string): Promise<unknown> => {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return repair(text);
  }
};

const repair = async (text: string): Promise<unknown> => {
  if (endsInString(text)) return text;
  const { jsonrepair } = await import("jsonrepair");
  try {
    const value: unknown = JSON.parse(jsonrepair(text));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
};

/** Matches quotes that begin or end a string. A quote inside a string and an apostrophe in a word do not match. */
const QUOTED = /(^|[[{,:(])\s*(["'])(?:\\(?:.|$)|(?!\2)[^\\])*(\2|$)/gsu;

const endsInString = (text: string): boolean => {
  const last = [...text.matchAll(QUOTED)].at(-1);
  return last !== undefined && last[3] === "";
};

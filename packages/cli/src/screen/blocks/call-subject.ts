import type { CallBlock } from "coxswain/view";

/** Arguments that describe a call, in order of preference. */
const SUBJECTS = ["command", "path", "pattern", "url", "query", "description", "name"];

/** Returns the most descriptive argument of a call, else all arguments as JSON; an empty string while they arrive. */
export const callSubject = ({ input, state }: Pick<CallBlock, "input" | "state">): string => {
  if (state === "writing") return "";
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subject = SUBJECTS.map((name) => fields[name]).find((value) => typeof value === "string");
  if (typeof subject === "string") return subject;
  return Object.keys(fields).length === 0 ? "" : JSON.stringify(input);
};

import { type CallBlock, callSubject as argumentOf } from "coxswain/view";

/** Further arguments that describe a call, in order of preference. */
const SUBJECTS = ["description", "name"];

/** Returns the most descriptive argument of a call, else all arguments as JSON; an empty string while they arrive. */
export const callSubject = ({ tool, input, state }: Pick<CallBlock, "tool" | "input" | "state">): string => {
  if (state === "writing") return "";
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subject = argumentOf(tool, fields) ?? SUBJECTS.map((name) => fields[name]).find((value) => typeof value === "string");
  if (subject !== undefined) return subject;
  return Object.keys(fields).length === 0 ? "" : JSON.stringify(input);
};

import type { ToolCallPart } from "coxswain";
import { escapeLine } from "../output/index.ts";

/** What a call is about, where its arguments say it, in the order in which they are looked at. */
const SUBJECTS = ["command", "path", "pattern", "url"];

/** A call on one line of at most so many characters, fit for a terminal. */
export const callLine = ({ name, input }: ToolCallPart, columns: number): string => {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subject = SUBJECTS.map((field) => fields[field]).find((value) => typeof value === "string") ?? JSON.stringify(input) ?? "";
  return shortened(`${escapeLine(name)}  ${escapeLine(subject)}`, columns);
};

export const shortened = (line: string, columns: number): string => {
  const characters = Array.from(line);
  return characters.length <= columns ? line : `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
};

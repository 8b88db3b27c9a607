import type { ToolCallPart } from "coxswain";
import { escapeLine } from "../output/index.ts";
import { truncateLine } from "./truncate-line.ts";
import { todosIn, todoSummary } from "./todo-lines.ts";

/** What a call is about, where its arguments say it, in the order in which they are looked at. */
const SUBJECTS = ["command", "path", "pattern", "url", "query"];

/** A call on one line of at most so many characters, fit for a terminal. */
export const callLine = ({ name, input }: ToolCallPart, columns: number): string => {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subjects = [subjectOf(name, fields), ...SUBJECTS.map((field) => fields[field])];
  const subject = subjects.find((value) => typeof value === "string") ?? JSON.stringify(input) ?? "";
  return truncateLine(`${escapeLine(name)}  ${escapeLine(subject)}`, columns);
};

/** A to-do list says how far it is, a question what is asked first, and a task who is to do what. */
const subjectOf = (name: string, { items, questions, agent, description }: Readonly<Record<string, unknown>>): unknown => {
  const todos = name === "todo" ? todosIn(items) : undefined;
  if (todos !== undefined) return todoSummary(todos);
  if (name === "task" && typeof description === "string") return typeof agent === "string" ? `${agent}: ${description}` : description;
  return name === "question" && Array.isArray(questions)
    ? (questions[0] as { readonly question?: unknown } | undefined)?.question
    : undefined;
};

import type { ToolCallPart } from "coxswain";
import { escapeLine } from "../output/index.ts";
import { truncateLine } from "./truncate-line.ts";
import { todosIn, todoSummary } from "./todo-lines.ts";

/** Arguments that describe a call, in order of preference. */
const SUBJECTS = ["command", "path", "pattern", "url", "query"];

/** Formats a call on one line of limited width, escaped for a terminal. */
export const callLine = ({ name, input }: ToolCallPart, columns: number): string => {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const subjects = [subjectOf(name, fields), ...SUBJECTS.map((field) => fields[field])];
  const subject = subjects.find((value) => typeof value === "string") ?? JSON.stringify(input) ?? "";
  return truncateLine(`${escapeLine(name)}  ${escapeLine(subject)}`, columns);
};

/** Returns the subject of a call: a list's progress, the first question, or a task's agent and description. */
const subjectOf = (name: string, { items, questions, agent, description }: Readonly<Record<string, unknown>>): unknown => {
  const todos = name === "todo" ? todosIn(items) : undefined;
  if (todos !== undefined) return todoSummary(todos);
  if (name === "task" && typeof description === "string") return typeof agent === "string" ? `${agent}: ${description}` : description;
  return name === "question" && Array.isArray(questions)
    ? (questions[0] as { readonly question?: unknown } | undefined)?.question
    : undefined;
};

import { asRecord } from "../base/index.ts";
import type { Todo } from "../tools/index.ts";

/** Arguments that describe a call, in order of preference. */
const SUBJECTS = ["command", "path", "pattern", "url", "query", "code"];

/**
 * Returns the argument that describes a call best: a list's progress, the first question, a task's agent and description, a command, a
 * path. Undefined if none of its arguments does. Not escaped.
 */
export const callSubject = (tool: string, input: unknown): string | undefined => {
  const fields = asRecord(input);
  return [toolSubject(tool, fields), ...SUBJECTS.map((name) => fields[name])].find((value) => typeof value === "string");
};

const toolSubject = (tool: string, { items, questions, agent, description }: Readonly<Record<string, unknown>>): unknown => {
  if (tool === "todo") return isTodos(items) ? todoSummary(items) : undefined;
  if (tool === "task" && typeof description === "string") return typeof agent === "string" ? `${agent}: ${description}` : description;
  return tool === "question" && Array.isArray(questions) ? asRecord(questions[0])["question"] : undefined;
};

const todoSummary = (items: readonly Todo[]): string => {
  if (items.length === 0) return "empty";
  const completed = items.filter(({ status }) => status === "completed").length;
  const now = items.find(({ status }) => status === "in_progress");
  return `${completed} of ${items.length} done${now === undefined ? "" : `: ${now.content}`}`;
};

const STATUSES: readonly unknown[] = ["completed", "in_progress", "pending"] satisfies readonly Todo["status"][];

const isTodos = (items: unknown): items is readonly Todo[] =>
  Array.isArray(items) &&
  items.every((item) => {
    const { content, status } = asRecord(item);
    return typeof content === "string" && STATUSES.includes(status);
  });

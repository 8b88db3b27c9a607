import type { CallBlock } from "coxswain/view";

type Input = Readonly<Record<string, unknown>>;

/** Characters of arguments that stream in which a subject is looked for. */
const PARTIAL = 4000;

/** Returns the subject of a call, which distinguishes it from other calls of its tool: untrusted text. */
export const callSubject = ({ tool, input, state }: Pick<CallBlock, "tool" | "input" | "state">): string => {
  const fields = state === "writing" ? partialFields(String(input)) : fieldsOf(input);
  const subject = Object.hasOwn(SUBJECTS, tool) ? SUBJECTS[tool]?.(fields) : undefined;
  if (subject !== undefined && subject !== "") return subject;
  const usual = USUAL.map((name) => text(fields, name)).find((value) => value !== "");
  return usual ?? (Object.keys(fields).length === 0 ? "" : JSON.stringify(fields));
};

/** The subject of each built-in tool. */
const SUBJECTS: Readonly<Record<string, (input: Input) => string>> = {
  read: (input) => `${text(input, "path")}${lineRange(input["offset"], input["limit"])}`,
  write: (input) => text(input, "path"),
  edit: (input) => `${text(input, "path")}${count(input["edits"], "edits")}`,
  apply_patch: (input) => patchedFiles(text(input, "input")),
  bash: (input) => `${text(input, "command")}${input["background"] === true ? "  (in the background)" : ""}`,
  job_output: (input) => text(input, "job"),
  job_kill: (input) => text(input, "job"),
  grep: (input) => words(text(input, "pattern"), within(input), named("files", text(input, "glob"))),
  glob: (input) => words(text(input, "pattern"), within(input)),
  ls: (input) => text(input, "path") || ".",
  fetch: (input) => text(input, "url"),
  download: (input) => words(text(input, "url"), named("to", text(input, "path"))),
  web_search: (input) => text(input, "query"),
  sourcegraph: (input) => text(input, "query"),
  todo: (input) => todoProgress(listOf(input["items"])),
  question: (input) => {
    const questions = listOf(input["questions"]);
    return `${text(questions[0] ?? {}, "question")}${questions.length > 1 ? `  (and ${questions.length - 1} more)` : ""}`;
  },
  skill: (input) => text(input, "name"),
  task: (input) =>
    words(named("", text(input, "agent")), text(input, "description"), input["background"] === true ? "(in the background)" : ""),
  task_output: (input) => text(input, "task"),
  task_stop: (input) => text(input, "task"),
};

/** Arguments that describe a call of any other tool, in order of preference. */
const USUAL = ["command", "path", "file_path", "pattern", "url", "query", "description", "name", "id"];

const fieldsOf = (input: unknown): Input => (typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : {});

const text = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === "string" ? value : "";
};

const listOf = (value: unknown): readonly Input[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("  ");

const named = (name: string, value: string): string => (value === "" ? "" : name === "" ? `${value}:` : `${name} ${value}`);

const within = (input: Input): string => named("in", text(input, "path"));

const count = (value: unknown, noun: string): string => (Array.isArray(value) && value.length > 1 ? `  (${value.length} ${noun})` : "");

/** Lines from 1, as `:10-29`. */
const lineRange = (offset: unknown, limit: unknown): string => {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return typeof limit === "number" ? `:${first}-${first + limit - 1}` : `:${first}-`;
};

const patchedFiles = (patch: string): string => {
  const files = Array.from(patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: *(.+)$/gm), ([, path = ""]) => path.trim());
  return files.length > 3 ? `${files.slice(0, 3).join(", ")}  (and ${files.length - 3} more)` : files.join(", ");
};

const todoProgress = (items: readonly Input[]): string => {
  if (items.length === 0) return "";
  const current = items.find(({ status }) => status === "in_progress");
  const done = items.filter(({ status }) => status === "completed").length;
  return words(`${done} of ${items.length} done`, current === undefined ? "" : text(current, "content"));
};

/** Reads the complete arguments at the beginning of JSON that still arrives. */
const partialFields = (json: string): Input => {
  const fields: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of json
    .slice(0, PARTIAL)
    .matchAll(/"(\w+)"\s*:\s*("(?:[^"\\\n]|\\.)*"|\d+(?=[,}\s])|true|false)/g)) {
    try {
      fields[name] ??= JSON.parse(value) as unknown;
    } catch {
      // It is shown once it is complete.
    }
  }
  return fields;
};

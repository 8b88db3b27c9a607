import type { Workspace } from "../../workspace/index.ts";

/** A tool as Claude's hooks know it: its name, and the names of its arguments where they are others. */
interface ClaudeTool {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const TOOLS: Readonly<Record<string, ClaudeTool>> = {
  bash: { name: "Bash" },
  read: { name: "Read", fields: { path: "file_path" } },
  write: { name: "Write", fields: { path: "file_path" } },
  edit: { name: "Edit", fields: { path: "file_path", oldText: "old_string", newText: "new_string", replaceAll: "replace_all" } },
  glob: { name: "Glob" },
  grep: { name: "Grep", fields: { ignoreCase: "-i", context: "-C" } },
  ls: { name: "LS" },
  skill: { name: "Skill" },
  task: { name: "Task", fields: { agent: "subagent_type", background: "run_in_background" } },
  todo: { name: "TodoWrite" },
  question: { name: "AskUserQuestion" },
};

/** A tool's name there; what is not known is called the same. */
export const claudeTool = (tool: string): string => TOOLS[tool]?.name ?? tool;

/** A call's arguments as they are called there, where a file is named by its whole path. */
export const claudeInput = async (tool: string, input: unknown, workspace: Pick<Workspace, "resolve">): Promise<unknown> => {
  const there = renamed(input, TOOLS[tool]?.fields ?? {});
  if (typeof there !== "object" || there === null || !("file_path" in there) || typeof there.file_path !== "string") return there;
  return { ...there, file_path: (await workspace.resolve(there.file_path)).path };
};

/** Arguments that are called as there, as the tool knows them. */
export const ownInput = (tool: string, input: unknown): unknown =>
  renamed(input, Object.fromEntries(Object.entries(TOOLS[tool]?.fields ?? {}).map(([own, theirs]) => [theirs, own])));

const renamed = (input: unknown, names: Readonly<Record<string, string>>): unknown => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]: readonly [string, unknown]) => [names[name] ?? name, value]));
};

/** Names that other programs use for our tools. */
const OURS: Readonly<Record<string, string>> = {
  Agent: "task",
  AskUserQuestion: "question",
  BashOutput: "job_output",
  KillBash: "job_kill",
  KillShell: "job_kill",
  MultiEdit: "edit",
  TaskOutput: "task_output",
  TaskStop: "task_stop",
  TodoRead: "todo",
  TodoWrite: "todo",
  WebFetch: "fetch",
  WebSearch: "web_search",
};

/**
 * A tool by its plain name, such as `bash` for `Bash`. `narrowed` reports an ignored suffix, as in `Bash(git log *)`.
 */
export interface ToolName {
  readonly name: string;
  readonly narrowed: boolean;
}

/** Parses the tool names of a field: separated by commas or lines, or a YAML list. */
export const toolNames = (field: string): readonly ToolName[] => {
  const names = [...field.replaceAll(/^\s*\[|\]\s*$/g, "").matchAll(ITEM)].flatMap(([item]) => nameIn(item) ?? []);
  return [...new Map(names.map((one) => [one.name, one])).values()];
};

/** Brackets may contain commas. */
const ITEM = /(?:\([^)\n]*\)?|[^,\n(])+/g;

const nameIn = (item: string): ToolName | undefined => {
  const [, name = "", rest = ""] = /^(?:-\s+)?["']?([^\s"'(#]*)(.*)$/s.exec(item.trim()) ?? [];
  if (name === "" || name === "-") return undefined;
  const plain = /^[A-Z][A-Za-z]*$/.test(name) ? name.toLowerCase() : name;
  return { name: OURS[name] ?? plain, narrowed: rest.startsWith("(") };
};

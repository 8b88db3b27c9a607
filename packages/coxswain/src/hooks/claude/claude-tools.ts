import { asRecord } from "../../base/index.ts";
import type { Workspace } from "../../workspace/index.ts";

/** Tool as Claude Code's hooks see it: its name, and its argument names where they differ. */
interface ClaudeTool {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const TOOLS: Readonly<Record<string, ClaudeTool>> = {
  bash: { name: "Bash", fields: { background: "run_in_background" } },
  job_output: { name: "BashOutput", fields: { job: "bash_id" } },
  job_kill: { name: "KillShell", fields: { job: "shell_id" } },
  read: { name: "Read", fields: { path: "file_path" } },
  write: { name: "Write", fields: { path: "file_path" } },
  edit: { name: "Edit", fields: { path: "file_path", oldText: "old_string", newText: "new_string", replaceAll: "replace_all" } },
  glob: { name: "Glob" },
  grep: { name: "Grep", fields: { ignoreCase: "-i", context: "-C" } },
  ls: { name: "LS" },
  fetch: { name: "WebFetch" },
  web_search: { name: "WebSearch" },
  skill: { name: "Skill" },
  task: { name: "Task", fields: { agent: "subagent_type", background: "run_in_background" } },
  task_output: { name: "TaskOutput" },
  task_stop: { name: "TaskStop" },
  todo: { name: "TodoWrite" },
  question: { name: "AskUserQuestion" },
};

/**
 * Converts a call to the equivalent calls in Claude Code, with absolute file paths. A call that changes several places,
 * or has no single equivalent, becomes several calls, so that hooks that protect files there also protect them here. An
 * unknown tool has the same name.
 */
export const claudeCalls = (tool: string, input: unknown, workspace: Pick<Workspace, "resolve">): Promise<readonly ClaudeCall[]> =>
  Promise.all((splitCall(tool, input) ?? [toClaudeCall(tool, input)]).map((call) => withAbsolutePath(call, workspace)));

/** Converts arguments with Claude Code's names to those of the tool. */
export const fromClaudeInput = (tool: string, input: unknown): unknown =>
  renameFields(input, Object.fromEntries(Object.entries(TOOLS[tool]?.fields ?? {}).map(([own, theirs]) => [theirs, own])));

/** Splits a call; undefined if it is a single call in Claude Code too. */
const splitCall = (tool: string, input: unknown): readonly ClaudeCall[] | undefined => {
  const fields = asRecord(input);
  const { path, url, edits } = fields;
  switch (tool) {
    case "edit":
      return Array.isArray(edits) && edits.length > 0
        ? edits.map((one: unknown) => toClaudeCall("edit", { path, ...asRecord(one) }))
        : undefined;
    case "apply_patch": {
      const files = typeof fields["input"] === "string" ? patchedFiles(fields["input"]) : [];
      return files.length > 0 ? files : undefined;
    }
    case "download":
      return [
        { name: "WebFetch", input: { url } },
        { name: "Write", input: { file_path: path, content: "" } },
      ];
    default:
      return undefined;
  }
};

const toClaudeCall = (tool: string, input: unknown): ClaudeCall => ({
  name: TOOLS[tool]?.name ?? tool,
  input: renameFields(input, TOOLS[tool]?.fields ?? {}),
});

const withAbsolutePath = async ({ name, input }: ClaudeCall, workspace: Pick<Workspace, "resolve">): Promise<ClaudeCall> => {
  if (typeof input !== "object" || input === null || !("file_path" in input) || typeof input.file_path !== "string") return { name, input };
  return { name, input: { ...input, file_path: (await workspace.resolve(input.file_path)).path } };
};

const renameFields = (input: unknown, names: Readonly<Record<string, string>>): unknown => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]: readonly [string, unknown]) => [names[name] ?? name, value]));
};

/** Tool call in the format of Claude Code's hooks. */
export interface ClaudeCall {
  readonly name: string;
  readonly input: unknown;
}

const PATCH_FILE = /^\*\*\* (Add|Delete|Update) File: *(\S.*)$/;
const PATCH_MOVE = /^\*\*\* Move to: *(\S.*)$/;

/**
 * Returns the files of a patch, each as the equivalent call. A line that could name a file counts as naming it, even if
 * the tool reads it as content: reporting an extra file to a hook is safe, omitting one is not.
 */
const patchedFiles = (patch: string): readonly ClaudeCall[] => {
  const lines = patch.split(/\r?\n/);
  const starts = lines.flatMap((line, at) => (PATCH_FILE.test(line.trim()) ? [at] : []));
  return starts.flatMap((start, index) => callsOfFile(lines.slice(start, starts[index + 1])));
};

const callsOfFile = ([head = "", ...lines]: readonly string[]): readonly ClaudeCall[] => {
  const [, kind, path] = PATCH_FILE.exec(head.trim()) ?? [];
  const to = lines.flatMap((line) => PATCH_MOVE.exec(line.trim())?.[1] ?? []);
  const before = linesOf(lines, " ", "-");
  const after = linesOf(lines, " ", "+");
  if (kind !== "Update") return [writeCall(path, kind === "Add" ? after : "")];
  return [{ name: "Edit", input: { file_path: path, old_string: before, new_string: after } }, ...to.map((one) => writeCall(one, after))];
};

const writeCall = (path: string | undefined, content: string): ClaudeCall => ({ name: "Write", input: { file_path: path, content } });

const linesOf = (lines: readonly string[], ...marks: readonly string[]): string =>
  lines.flatMap((line) => (marks.includes(line.charAt(0)) ? [line.slice(1)] : [])).join("\n");

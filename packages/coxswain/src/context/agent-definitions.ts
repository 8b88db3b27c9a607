import { isThinking, type Thinking, THINKING_LEVELS } from "../model/index.ts";
import { type LoadedFile, type ResourceOrigin, loadNamed, type ResourceFolder, type ResourceReading } from "./resource-files.ts";

/** A named subagent. */
export interface AgentDefinition {
  readonly name: string;
  /** For the parent's model: the purpose of the agent, and when to use it. */
  readonly description: string;
  /** Names of the tools that it may use, limited to those of its parent. Default: all tools of the parent. */
  readonly tools?: readonly string[];
  /** Names of tools that it may not use. */
  readonly without?: readonly string[];
  /** As a user writes it: a reference, or an alias such as `haiku`. Default: the parent's model. */
  readonly model?: string;
  readonly thinking?: Thinking;
  /** Replaces the base of the system prompt. Empty: the base stays. */
  readonly prompt: string;
  readonly origin: ResourceOrigin | "built-in" | "extension";
  /** Its file, absolute. */
  readonly path?: string;
}

/** An agent defined in a file. */
export type AgentOfFile = AgentDefinition & { readonly path: string };

export interface AgentRule {
  /** Names of the available tools. Undefined when they are not known. */
  readonly tools: readonly string[] | undefined;
  readonly warn: (warning: string) => void;
}

const AGENT_FILE = /\.md$/i;

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}$/u;
/** Fields of Claude Code that restrict an agent. Authors rely on them, so ignoring one needs a warning. */
const NOT_OBEYED = ["permissionMode", "hooks", "maxTurns", "isolation"] as const;
/** In characters. */
const LONGEST_DESCRIPTION = 1_024;

/** Returns the agent defined in a file, or the reason why the file defines none. */
const agentOf = (file: LoadedFile, rule: AgentRule): AgentOfFile | string => {
  const { fields, problem, path, names, body } = file;
  if (problem !== undefined) return `${path} is not a valid agent: its front matter cannot be parsed (${problem}).`;
  const description = fields.get("description")?.trim() ?? "";
  if (description === "") return `${path} is not a valid agent: it has no description.`;
  const name = [fields.get("name")?.trim() ?? "", (names.at(-1) ?? "").replace(AGENT_FILE, "")].find((one) => NAME.test(one));
  if (name === undefined) return `${path} is not a valid agent: neither its name nor its file's name is valid.`;
  if (description.length > LONGEST_DESCRIPTION)
    rule.warn(`${path} has a description of more than ${LONGEST_DESCRIPTION} characters. It was truncated.`);
  const ignored = NOT_OBEYED.filter((field) => fields.has(field));
  if (ignored.length > 0)
    rule.warn(`${path} has unsupported fields, which are ignored: ${ignored.join(", ")}. The agent has the permissions of its parent.`);
  const model = fields.get("model")?.trim() ?? "";
  return {
    name,
    description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(),
    ...toolsOf(file, rule),
    ...(model === "" || model === "inherit" ? {} : { model }),
    ...thinkingOf(file, rule),
    prompt: body,
    origin: file.folder.origin,
    path,
  };
};

const toolsOf = ({ fields, path }: LoadedFile, { tools: availableTools, warn }: AgentRule): Pick<AgentDefinition, "tools" | "without"> => {
  const [named, refused] = ["tools", "disallowedTools"].map((field) => toolNames(fields.get(field) ?? ""));
  const all = [...(named ?? []), ...(refused ?? [])];
  const unknown = all.filter(({ name }) => name !== "*" && availableTools !== undefined && !availableTools.includes(name));
  if (unknown.length > 0) warn(`${path} names unknown tools: ${unknown.map(({ name }) => name).join(", ")}.`);
  if (all.some(({ narrowed }) => narrowed)) warn(`${path} has rules after tool names. Only the names are used.`);
  const requested = (named ?? []).map(({ name }) => name);
  const without = (refused ?? []).map(({ name }) => name);
  return {
    ...(fields.has("tools") && fields.get("tools") !== "" && !requested.includes("*") ? { tools: requested } : {}),
    ...(without.length === 0 ? {} : { without }),
  };
};

const thinkingOf = ({ fields, path }: LoadedFile, { warn }: AgentRule): Pick<AgentDefinition, "thinking"> => {
  const level = fields.get("thinking")?.trim().toLowerCase() ?? "";
  if (isThinking(level)) return { thinking: level };
  if (level !== "") warn(`${path} has an unknown thinking level. Levels: ${THINKING_LEVELS.join(", ")}.`);
  return {};
};

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

/** Name of the default agent. */
export const GENERAL = "general";

/** Built-in agents. A file that defines an agent of the same name replaces one. */
const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: GENERAL,
    description: "Any task of several steps, with your tools. The default.",
    prompt: "",
    origin: "built-in",
  },
  {
    name: "explore",
    description: "Finds where and how things are done in the project, and answers with paths and lines. It only reads and searches.",
    tools: ["read", "grep", "glob", "ls"],
    prompt: `You search a project's files to answer a question of another agent. You can only read and search.

Search widely first, then read what matters. Make several searches at once where none needs another's result. Stop when the question is answered.
Answer with what you found, and for each claim the path and the line that show it. Say what you looked for and did not find.`,
    origin: "built-in",
  },
];

/** Loads the agents of some folders. Reports problems with `warn`, and skips files that define no agent. */
export const loadAgents = (
  folders: readonly ResourceFolder[],
  tools: readonly string[] | undefined,
  reading: ResourceReading,
): Promise<readonly AgentDefinition[]> =>
  loadNamed(
    folders,
    {
      kind: "agent",
      matches: (name) => AGENT_FILE.test(name),
      make: (file) => agentOf(file, { tools, warn: reading.warn }),
    },
    reading,
  );

/** Returns the given agents, preceded by the built-in agents whose names they do not use. */
export const allAgents = (agents: readonly AgentDefinition[]): readonly AgentDefinition[] => [
  ...BUILT_IN_AGENTS.filter(({ name }) => !agents.some((agent) => agent.name === name)),
  ...agents,
];

import type { AgentDefinition } from "./agent-definition.ts";

/** Name of the default agent. */
export const GENERAL = "general";

/** Built-in agents. A file that defines an agent of the same name replaces one. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
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

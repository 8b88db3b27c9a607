import { type CommandDeclaration, JSON_LINES, TRUST } from "./declaration.ts";

export const HOOKS = {
  summary: "List the hooks that run here.",
  usage: ["cox hooks"],
  about:
    "Hooks in the order in which they run: yours, the project's (if it is trusted), and those in Claude Code's files. For each: whether it is on, its event and tools, and its file.",
  options: { ...TRUST, ...JSON_LINES },
  maxArguments: 0,
} as const satisfies CommandDeclaration;

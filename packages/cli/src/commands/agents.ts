import { type CommandDeclaration, JSON_LINES, TRUST } from "./declaration.ts";

export const AGENTS = {
  summary: "List the agents available here.",
  usage: ["cox agents"],
  about:
    "Agents to which the model can delegate parts of its task: those of the project (if it is trusted), yours, and the built-in ones, with their model, if they have their own, and their tools.",
  options: { ...TRUST, ...JSON_LINES },
  maxArguments: 0,
} as const satisfies CommandDeclaration;

import { type CommandDeclaration, JSON_LINES, TRUST } from "./declaration.ts";

export const EXTENSIONS = {
  summary: "List the extensions loaded here, and what they add.",
  usage: ["cox extensions"],
  about:
    'Extensions are TypeScript or JavaScript modules that add tools, slash commands, hooks and more: yours, those in the setting "extensions", and the project\'s (if it is trusted). This loads them, and reports those that fail to load.',
  options: {
    extension: { short: "e", value: "FILE", repeatable: true, help: "Also load this extension. Repeatable." },
    ...TRUST,
    ...JSON_LINES,
  },
  maxArguments: 0,
} as const satisfies CommandDeclaration;

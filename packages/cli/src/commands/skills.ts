import { type CommandDeclaration, JSON_LINES, TRUST } from "./declaration.ts";

export const SKILLS = {
  summary: "List the skills and prompt templates available here.",
  usage: ["cox skills"],
  about: 'Use them as cox "/skill:NAME ..." or cox "/NAME ...". Lists yours and the project\'s (if it is trusted).',
  options: { ...TRUST, ...JSON_LINES },
  maxArguments: 0,
} as const satisfies CommandDeclaration;

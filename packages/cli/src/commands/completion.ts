import type { CommandDeclaration } from "./declaration.ts";

export const COMPLETION = {
  summary: "Print a shell completion script.",
  usage: ["cox completion bash|zsh|fish"],
  about:
    'In ~/.bashrc: eval "$(cox completion bash)". The script calls `cox completion candidates -- WORD ...`, which prints the candidates for the last word, one per line.',
  options: {},
} as const satisfies CommandDeclaration;

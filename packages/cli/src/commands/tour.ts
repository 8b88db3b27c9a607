import type { CommandDeclaration } from "./declaration.ts";

export const TOUR = {
  summary: "Watch a scripted model fix a small project: no key needed.",
  usage: ["cox tour"],
  about: "Creates a small project with a failing test in a temporary folder, and fixes it with the real loop, tools and session file.",
  options: {},
  maxArguments: 0,
} as const satisfies CommandDeclaration;

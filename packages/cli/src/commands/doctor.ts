import type { CommandDeclaration } from "./declaration.ts";

export const DOCTOR = {
  summary: "Check the installation.",
  usage: ["cox doctor"],
  about: "Checks Node.js, folders, keys (never shown), local servers, ripgrep, the shell, the sandbox and the proxy.",
  options: {},
  maxArguments: 0,
} as const satisfies CommandDeclaration;

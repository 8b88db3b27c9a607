import type { CommandDeclaration } from "./declaration.ts";

const OPTIONS = { yes: { short: "y", help: "Change the files without asking." } } as const;

const WHICH =
  "ID is a session, as `cox sessions` lists it. Default: the latest session of this folder. A file is changed only if it still is as the session left it; the others are listed.";

export const UNDO = {
  summary: "Undo the changes of the last prompt in files.",
  usage: ["cox undo [ID] [--yes]"],
  about: `Shows the changes that revert the last prompt that changed files, by tools or commands, and asks before it makes them. Again, it reverts the prompt before. ${WHICH}`,
  options: OPTIONS,
  maxArguments: 1,
} as const satisfies CommandDeclaration;

export const REDO = {
  summary: "Make the changes of the last undo again.",
  usage: ["cox redo [ID] [--yes]"],
  about: `Shows the changes that revert the last undo, and asks before it makes them. ${WHICH}`,
  options: OPTIONS,
  maxArguments: 1,
} as const satisfies CommandDeclaration;

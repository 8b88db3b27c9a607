import type { CommandDeclaration } from "./declaration.ts";
import { SETTING_OPTIONS } from "./setting-options.ts";
import { BASE_URL } from "./task.ts";

const { model, screen } = SETTING_OPTIONS;

export const REVIEW = {
  summary: "Review the changes of the last prompt, or of a session, and comment on lines.",
  usage: ["cox review [ID] [--session]"],
  about:
    "Shows the changes of the last prompt that changed files as one diff: each file from before its first change to after its last. At a terminal it opens the session with the review, whose comments become the next prompt. Otherwise it prints the diff for `git apply` in the session's folder; files that it cannot have are lines with the reason. ID is a session, as `cox sessions` lists it. Default: the latest session of this folder.",
  options: {
    session: { help: "All changes of the session." },
    model,
    "base-url": BASE_URL,
    screen,
  },
  maxArguments: 1,
} as const satisfies CommandDeclaration;

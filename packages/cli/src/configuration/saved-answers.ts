import { join } from "node:path";
import { type SavedAnswers } from "coxswain/policy";
import { type AnswerPlace, answerStore, type AnswerStore, projectRoot } from "coxswain/settings";
import { projectIdentity } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** What a person has answered for longer than a session. */
export const userAnswers = ({ home }: Pick<Configuration, "home">): AnswerStore => answerStore(join(home.data, "answers.jsonl"));

/** A folder's project as answers are kept for it: by its real path, and by what its repository says of itself. */
export const answerPlace = (cwd: string): AnswerPlace => {
  const folder = projectRoot(cwd);
  return { folder, project: projectIdentity(folder) };
};

/** The answers that hold for a session, by the folder that it works in. */
export const savedAnswers =
  (configuration: Pick<Configuration, "home">, warn: (line: string) => void) =>
  (cwd: string): SavedAnswers =>
    userAnswers(configuration).of(() => answerPlace(cwd), warn);

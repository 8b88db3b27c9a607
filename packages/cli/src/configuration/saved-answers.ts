import { join } from "node:path";
import { type SavedAnswers } from "coxswain/policy";
import { type AnswerPlace, answerStore, type AnswerStore, projectRoot } from "coxswain/settings";
import { projectIdentity } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** The user's saved answers, which outlive a session. */
export const userAnswers = ({ home }: Pick<Configuration, "home">): AnswerStore => answerStore(join(home.data, "answers.jsonl"));

/** Identifies a folder's project for saved answers: by its real path and by its repository. */
export const answerPlace = (cwd: string): AnswerPlace => {
  const folder = projectRoot(cwd);
  return { folder, project: projectIdentity(folder) };
};

/** Returns the saved answers for a session by its folder. */
export const savedAnswers =
  (configuration: Pick<Configuration, "home">, warn: (line: string) => void) =>
  (cwd: string): SavedAnswers =>
    userAnswers(configuration).of(() => answerPlace(cwd), warn);

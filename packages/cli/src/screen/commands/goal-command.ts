import { UsageError } from "../../argv/index.ts";
import type { ScreenCommand } from "./screen-command.ts";

const USAGE = "Usage: /goal TEXT --until COMMAND";

/** Number of corrections of the work; the limits of turns and cost apply as well. */
const TRIES = 20;

/** Splits the words of `/goal` into the goal and the command. @throws {UsageError} */
const goalOf = (words: string): { readonly text: string; readonly command: string } => {
  const [, text = "", command = ""] = /^(.*?)(?:^|\s)--until(?:\s+|=)(.*)$/s.exec(words) ?? [];
  if (command.trim() === "") throw new UsageError(`missing --until COMMAND. ${USAGE}`);
  if (text.trim() === "") throw new UsageError(`missing the goal. ${USAGE}`);
  return { text: text.trim(), command: command.trim() };
};

/** `/goal`: a prompt whose run ends as done only when a command succeeds. */
export const goal: ScreenCommand = {
  name: "goal",
  arguments: "TEXT --until COMMAND",
  summary: "Work on a goal until a command succeeds",
  async run(words, { session, workplace }) {
    const { text, command } = goalOf(words);
    if (session.isBusy) throw new UsageError("a run is active. Wait for its end, or interrupt it");
    session.prompt(text, { ...workplace.runOptions, verify: { commands: [command], tries: TRIES } });
  },
};

import type { PromptInput } from "coxswain";
import type { UserPart } from "coxswain/providers";
import { block } from "./block.ts";
import { mentionedFiles } from "./mentioned-files.ts";
import { mentions, withoutEscapes } from "./mentions.ts";

export interface TaskSources {
  /** What was said on the command line; may be empty. */
  readonly words: string;
  /** What was piped in. */
  readonly piped: string | undefined;
  /** The folder that mentions start from. */
  readonly cwd: string;
}

/**
 * What the model is told: the words, then each file that they name, then what was piped in, which is the task itself
 * when there are no words. Undefined when there is nothing.
 * @throws {UsageError}
 */
export const taskPrompt = async ({ words, piped = "", cwd }: TaskSources): Promise<PromptInput | undefined> => {
  const said = words.trim() === "" ? undefined : words;
  if (said === undefined) return piped.trim() === "" ? undefined : piped;
  const files = await mentionedFiles(mentions(said), cwd);
  const input: readonly UserPart[] = piped.trim() === "" ? [] : [{ type: "text", text: block("stdin", "", piped) }];
  const own: UserPart = { type: "text", text: withoutEscapes(said) };
  const parts = said.startsWith("/") ? apart(own, joinTexts([...files, ...input])) : joinTexts([own, ...files, ...input]);
  const [only] = parts;
  return parts.length === 1 && only?.type === "text" ? only.text : parts;
};

/** What a command is given ends with the words: the files and the pipe are not for it to take apart. */
const apart = (words: UserPart, [next, ...rest]: readonly UserPart[]): readonly UserPart[] => {
  if (next === undefined) return [words];
  return [words, next.type === "text" ? { ...next, text: `\n\n${next.text}` } : next, ...rest];
};

/** Neighbouring texts as one, a blank line between. */
const joinTexts = (parts: readonly UserPart[]): readonly UserPart[] => {
  const joined: UserPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.type !== "text" || part.type !== "text") joined.push(part);
    else joined[joined.length - 1] = { type: "text", text: `${last.text}\n\n${part.text}` };
  }
  return joined;
};

import type { PromptInput } from "coxswain";
import type { UserPart } from "coxswain/providers";
import { block } from "./block.ts";
import { mentionedFiles } from "./mentioned-files.ts";
import { mentions, withoutEscapes } from "./mentions.ts";

export interface TaskSources {
  /** Words of the command line; may be empty. */
  readonly words: string;
  /** Text from stdin. */
  readonly piped: string | undefined;
  /** Base folder of mentions. */
  readonly cwd: string;
}

/**
 * Builds the prompt: the words, each mentioned file, then stdin, which is the task itself if there are no words.
 * Undefined if there is neither.
 * @throws {UsageError}
 */
export const taskPrompt = async ({ words, piped = "", cwd }: TaskSources): Promise<PromptInput | undefined> => {
  const task = words.trim() === "" ? undefined : words;
  if (task === undefined) return piped.trim() === "" ? undefined : piped;
  const files = await mentionedFiles(mentions(task), cwd);
  const input: readonly UserPart[] = piped.trim() === "" ? [] : [{ type: "text", text: block("stdin", "", piped) }];
  const own: UserPart = { type: "text", text: withoutEscapes(task) };
  const parts = task.startsWith("/") ? separateText(own, joinTexts([...files, ...input])) : joinTexts([own, ...files, ...input]);
  const [only] = parts;
  return parts.length === 1 && only?.type === "text" ? only.text : parts;
};

/** Separates the words from files and stdin: a slash command parses only the words. */
const separateText = (words: UserPart, [next, ...rest]: readonly UserPart[]): readonly UserPart[] => {
  if (next === undefined) return [words];
  return [words, next.type === "text" ? { ...next, text: `\n\n${next.text}` } : next, ...rest];
};

/** Joins adjacent text parts with a blank line. */
const joinTexts = (parts: readonly UserPart[]): readonly UserPart[] => {
  const joined: UserPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.type !== "text" || part.type !== "text") joined.push(part);
    else joined[joined.length - 1] = { type: "text", text: `${last.text}\n\n${part.text}` };
  }
  return joined;
};

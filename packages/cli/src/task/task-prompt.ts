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
  /**
   * Content that labels in the words stand for, such as `[pasted 120 lines]`. A paste replaces its label and is not searched for
   * mentions; an image is added, and its label remains. Default: none.
   */
  readonly attached?: ReadonlyMap<string, UserPart>;
  /** Base folder of mentions. */
  readonly cwd: string;
  /** Receives a line for each word with an `@` that looks like a path but names no file. */
  readonly warn: (line: string) => void;
}

/**
 * Builds the prompt: the words, each mentioned file, then stdin, which is the task itself if there are no words. The words
 * are the first part, and attached content follows in others: slash commands and titles read only the words. Undefined if
 * there is neither.
 * @throws {UsageError}
 */
export const taskPrompt = async ({ words, piped = "", attached = new Map(), cwd, warn }: TaskSources): Promise<PromptInput | undefined> => {
  const task = words.trim() === "" ? undefined : words;
  if (task === undefined) return piped.trim() === "" ? undefined : piped;
  const { parts: files, text } = await mentionedFiles(mentions(task), cwd);
  for (const word of text) if (LIKE_A_PATH.test(word) && !LIKE_A_RESOURCE.test(word)) warn(`no such file: @${word}. It is sent as text.`);
  const input: readonly UserPart[] = piped.trim() === "" ? [] : [{ type: "text", text: block("stdin", "", piped) }];
  const own = withTexts(withoutEscapes(task), attached);
  const images = [...attached.values()].filter((part) => part.type === "image");
  const further = joinTexts([...files, ...images, ...input]);
  return further.length === 0 ? own : [{ type: "text", text: own }, ...separated(further)];
};

/** Replaces labels by their pastes. A paste that begins with a slash must not become a command. */
const withTexts = (task: string, attached: ReadonlyMap<string, UserPart>): string => {
  const labels = [...attached].flatMap(([label, part]) => (part.type === "text" ? [[label, part.text] as const] : []));
  if (labels.length === 0) return task;
  const pattern = new RegExp(labels.map(([label]) => label.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join("|"), "g");
  const texts = new Map(labels);
  const expanded = task.replaceAll(pattern, (label) => texts.get(label) ?? label);
  return task.startsWith("/") || !expanded.startsWith("/") ? expanded : ` ${expanded}`;
};

/** A name with a folder or an extension, with lines or without; a user name has neither. */
const LIKE_A_PATH = /\/|\.[A-Za-z]\w*(?:[:#]L?\d[\dL-]*)?$/;

/** `server:uri`, a resource of an MCP server, which the session reads. */
const LIKE_A_RESOURCE = /^[\w-]+:[A-Za-z][\w+.-]*:/;

/** Sets attached text apart from the words before it: adapters may join both. */
const separated = ([next, ...rest]: readonly UserPart[]): readonly UserPart[] => {
  if (next === undefined) return [];
  return [next.type === "text" ? { ...next, text: `\n\n${next.text}` } : next, ...rest];
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

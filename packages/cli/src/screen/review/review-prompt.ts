import type { DiffLine } from "../blocks/index.ts";

/** A comment of the user. */
export interface ReviewComment {
  /** Name of the file, relative to the session's folder. */
  readonly name: string;
  /** Absent: it is about the file. */
  readonly line?: DiffLine | undefined;
  readonly text: string;
}

/** Characters of a quoted line at most. */
const MOST_QUOTED = 200;

/** Formats comments as a prompt: the place, the quoted line and the comment of each. */
export const reviewPrompt = (comments: readonly ReviewComment[]): string =>
  ["Review comments on your changes:", ...comments.map(({ name, line, text }) => `${unmentioned(placeOf(name, line))}\n${text}`)].join(
    "\n\n",
  );

const placeOf = (name: string, line: DiffLine | undefined): string => {
  if (line === undefined) return name;
  const { kind, before, after, text } = line;
  const quoted = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
  return `${name}:${after ?? before}${kind === "removed" ? " (removed line)" : ""}\n> ${quoted.trimEnd()}`;
};

/** A quoted `@` names no file to attach: the line is content of others. */
const unmentioned = (text: string): string => text.replaceAll(/(^|[\s([{<'])@/g, String.raw`$1\@`);

import { escapeLine, escapeText } from "../../output/index.ts";
import { fileCount } from "../../changes/index.ts";
import { type DiffLine, shownText } from "../blocks/index.ts";
import { readFile, type ReviewComment, type ReviewFile, reviewPrompt, type ReviewSource } from "../review/index.ts";
import type { AskLine } from "./conversations.ts";
import { numbered, type PrintLines } from "./numbered.ts";

/** Lines of a part, which has a number: a longer change is several parts. */
const MOST_LINES = 40;

/** Ends a review when it is typed. */
const DONE = "done";

/**
 * Shows changes file by file in numbered parts, and asks for the number of a part to comment on, then its line. Ends early if the
 * user gives no answer. Resolves to the comments as a prompt; undefined without comments.
 */
export const reviewByLines = async (source: ReviewSource, ask: AskLine, print: PrintLines): Promise<string | undefined> => {
  const comments: ReviewComment[] = [];
  print([`Review of ${escapeLine(source.title)}, ${fileCount(source.files.length)}.`]);
  for (const [index, change] of source.files.entries()) {
    const file = await readFile(source, change);
    const parts = partsOf(file);
    print(["", `File ${index + 1} of ${source.files.length}: ${file.title}`]);
    const commented = await reviewParts({ file, parts, isLast: index + 1 === source.files.length }, ask, print);
    comments.push(...commented.comments);
    if (commented.isDone) break;
  }
  if (comments.length === 0) return undefined;
  const prompt = reviewPrompt(comments);
  print(["", ...escapeText(`Message: ${prompt}`).split("\n"), "Enter sends it, and another line replaces it."]);
  return prompt;
};

type Part = readonly DiffLine[];

const partsOf = ({ hunks }: ReviewFile): readonly Part[] =>
  hunks.flatMap((hunk) =>
    Array.from({ length: Math.ceil(hunk.length / MOST_LINES) }, (_, at) => hunk.slice(at * MOST_LINES, (at + 1) * MOST_LINES)),
  );

interface FileStep {
  readonly file: ReviewFile;
  readonly parts: readonly Part[];
  readonly isLast: boolean;
}

interface FileComments {
  readonly comments: readonly ReviewComment[];
  /** True if the user wants to see no further file. */
  readonly isDone: boolean;
}

/** Shows the parts of a file, a screenful at a time. */
const reviewParts = async ({ file, parts, isLast }: FileStep, ask: AskLine, print: PrintLines): Promise<FileComments> => {
  const comments: ReviewComment[] = [];
  let shown = showParts(parts, 0, print);
  while (true) {
    const rest = shown < parts.length ? "the next part" : isLast ? "the end" : "the next file";
    const what =
      parts.length === 0
        ? "file to comment on the file"
        : `${parts.length === 1 ? "1" : `1 to ${parts.length}`} to comment on a part, file on the file`;
    const typed = (await ask(`${what}; Enter for ${rest}; ${DONE} to finish: `))?.trim().toLowerCase();
    // Without an answer, as after Ctrl+C, the comments remain.
    if (typed === undefined || typed === DONE) return { comments, isDone: true };
    const part = numbered(parts, typed);
    if (typed === "") {
      if (shown === parts.length) return { comments, isDone: false };
      shown = showParts(parts, shown, print);
    } else if (part === undefined && typed !== "file") print(["Not a part of this file."]);
    else {
      const chosen = part === undefined ? { line: undefined } : await chooseLine(part, ask, print);
      const text = chosen === undefined ? "" : ((await ask(`Comment on ${placeOf(file, chosen.line)}: `))?.trim() ?? "");
      if (chosen !== undefined && text !== "") comments.push({ name: file.name, line: chosen.line, text });
      print([chosen === undefined || text === "" ? "No comment." : `Commented on ${placeOf(file, chosen.line)}.`]);
    }
  }
};

/** Prints parts up to about a screenful. Returns the number of those shown. */
const showParts = (parts: readonly Part[], from: number, print: PrintLines): number => {
  let lines = 0;
  let at = from;
  for (let part = parts[at]; part !== undefined && (at === from || lines + part.length <= MOST_LINES); part = parts[at]) {
    lines += part.length;
    at++;
    print([`Part ${at}:`, ...part.map((line) => `  ${labelOf(line)} ${shownText(line.text)}`.trimEnd())]);
  }
  return at;
};

/** Asks for a line of a part, by the label before it. Undefined: the user gives no answer. */
const chooseLine = async (part: Part, ask: AskLine, print: PrintLines): Promise<{ readonly line: DiffLine } | undefined> => {
  const first = part.find(({ kind }) => kind !== "same") ?? part[0];
  while (true) {
    const usual = first === undefined ? "" : `; Enter for ${labelOf(first)}`;
    const typed = (await ask(`Line, as it is shown${usual}: `))?.trim().replaceAll(" ", "");
    if (typed === undefined) return undefined;
    const line = typed === "" ? first : part.find((one) => labelOf(one) === typed || String(one.after) === typed);
    if (line !== undefined) return { line };
    print(["Not a line of this part."]);
  }
};

/** The mark and the number of a line. */
const labelOf = ({ kind, before, after }: DiffLine): string =>
  `${kind === "added" ? "+" : kind === "removed" ? "-" : ""}${after ?? before}`;

const placeOf = ({ name }: ReviewFile, line: DiffLine | undefined): string =>
  line === undefined ? name : `${name}, line ${labelOf(line)}`;

import type { DiffLine } from "../blocks/index.ts";
import { readFile, type ReviewFile, unreadFile } from "./review-file.ts";
import type { ReviewComment } from "./review-prompt.ts";
import type { ReviewSource } from "./review-source.ts";

/** A line of a review. `line` 0 is the title of the file; a number past its lines stands for the last one. */
export interface ReviewPosition {
  readonly file: number;
  readonly line: number;
}

/** A line of a change. */
export interface HunkLine {
  readonly line: DiffLine;
  readonly hunk: readonly DiffLine[];
  /** Index in the hunk. */
  readonly at: number;
  /** True if unchanged lines above it are not shown. */
  readonly followsGap: boolean;
}

interface LoadedFile extends ReviewFile {
  readonly lines: readonly HunkLine[];
  /** Digits of its largest line number. */
  readonly digits: number;
}

/** Files that are loaded at once: more than a terminal has rows. */
const MOST_LOADED = 500;

/** The files of a review, which are read when they are asked for, and its comments. */
export class ReviewDocument {
  readonly #source: ReviewSource;
  readonly #onLoad: () => void;
  /** In the order of their last use. Undefined: being read. */
  readonly #files = new Map<number, LoadedFile | undefined>();
  readonly #comments = new Map<string, ReviewComment & { readonly at: ReviewPosition }>();

  /** @param onLoad called when a file was read */
  constructor(source: ReviewSource, onLoad: () => void) {
    this.#source = source;
    this.#onLoad = onLoad;
  }

  /** Number of files. */
  get length(): number {
    return this.#source.files.length;
  }

  /** Returns a file; without its lines, if they are not read yet. */
  file(index: number): LoadedFile {
    const loaded = this.#files.get(index);
    const isKnown = this.#files.delete(index);
    this.#files.set(index, loaded);
    if (!isKnown) void this.#load(index);
    return loaded ?? this.#unread(index);
  }

  isLoaded(index: number): boolean {
    return this.#files.get(index) !== undefined;
  }

  /** Returns the position with a line that exists. */
  resolve({ file, line }: ReviewPosition): ReviewPosition {
    return { file, line: Math.min(line, this.file(file).lines.length) };
  }

  /** Undefined at the title of a file. */
  lineAt({ file, line }: ReviewPosition): HunkLine | undefined {
    return line === 0 ? undefined : this.file(file).lines[line - 1];
  }

  next({ file, line }: ReviewPosition): ReviewPosition | undefined {
    if (line < this.file(file).lines.length) return { file, line: line + 1 };
    return file + 1 < this.length ? { file: file + 1, line: 0 } : undefined;
  }

  previous({ file, line }: ReviewPosition): ReviewPosition | undefined {
    if (line > 0) return { file, line: line - 1 };
    return file > 0 ? this.resolve({ file: file - 1, line: Number.MAX_SAFE_INTEGER }) : undefined;
  }

  /** Returns the first line of the change before or after a position. A file without lines is a change itself. */
  change(from: ReviewPosition, step: (at: ReviewPosition) => ReviewPosition | undefined): ReviewPosition | undefined {
    for (let at = step(from); at !== undefined; at = step(at)) if (this.#beginsChange(at)) return at;
    return undefined;
  }

  #beginsChange(position: ReviewPosition): boolean {
    const found = this.lineAt(position);
    if (found === undefined) return this.file(position.file).lines.length === 0;
    const { line, hunk, at } = found;
    return line.kind !== "same" && (hunk[at - 1]?.kind ?? "same") === "same";
  }

  commentAt(position: ReviewPosition): string | undefined {
    return this.#comments.get(keyOf(position))?.text;
  }

  /** Sets the comment on a line; an empty one is deleted. */
  comment(position: ReviewPosition, text: string): void {
    const { name } = this.file(position.file);
    if (text.trim() === "") this.#comments.delete(keyOf(position));
    else this.#comments.set(keyOf(position), { name, line: this.lineAt(position)?.line, text: text.trim(), at: position });
  }

  /** In the order of their lines. */
  get comments(): readonly ReviewComment[] {
    return [...this.#comments.values()].toSorted((one, other) => one.at.file - other.at.file || one.at.line - other.at.line);
  }

  async #load(index: number): Promise<void> {
    const change = this.#source.files[index];
    if (change === undefined) return;
    const file = await readFile(this.#source, change);
    this.#files.set(index, loadedFile(file));
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MOST_LOADED) break;
      this.#files.delete(oldest);
    }
    this.#onLoad();
  }

  #unread(index: number): LoadedFile {
    const change = this.#source.files[index];
    return loadedFile(change === undefined ? { name: "", title: "", hunks: [] } : unreadFile(this.#source, change));
  }
}

const keyOf = ({ file, line }: ReviewPosition): string => `${file}:${line}`;

const loadedFile = (file: ReviewFile): LoadedFile => {
  const lines = file.hunks.flatMap((hunk, index) =>
    hunk.map((line, at): HunkLine => ({ line, hunk, at, followsGap: at === 0 && index > 0 })),
  );
  const largest = lines.reduce((most, { line: { before = 0, after = 0 } }) => Math.max(most, before, after), 1);
  return { ...file, lines, digits: String(largest).length };
};

import { ToolError } from "../loop/index.ts";
import { FileError, SearchError } from "../workspace/index.ts";

interface Unreadable {
  readonly kind: "unreadable";
  readonly reason: string;
  readonly tooLong?: string;
}

export interface SearchResults<T> {
  readonly found: readonly T[];
  /** True if `enough` ended the search. */
  readonly cut: boolean;
  /** True if the search timed out. */
  readonly late: boolean;
  readonly unreadable: readonly string[];
  /** Files with a matching line that is too long to show. */
  readonly tooLong: readonly string[];
}

export interface SearchBounds<T> {
  readonly signal: AbortSignal;
  /**
   * Timeout of the whole search in milliseconds. File systems can be slow, and ripgrep blocks forever on a fifo that
   * replaces a file.
   */
  readonly timeout: number;
  /** Default: never. */
  readonly isEnough?: (found: readonly T[]) => boolean;
}

/**
 * Collects search results until `enough` returns true or the search times out.
 * @throws {ToolError} for patterns that cannot be parsed
 */
export const searchResults = async <T extends { readonly kind: string }>(
  search: (signal: AbortSignal) => AsyncIterable<T | Unreadable>,
  { signal, timeout, isEnough = () => false }: SearchBounds<T>,
): Promise<SearchResults<T>> => {
  const found: T[] = [];
  const unreadable: string[] = [];
  const tooLong: string[] = [];
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(), timeout);
  try {
    for await (const one of search(AbortSignal.any([signal, overdue.signal]))) {
      if (isUnreadable(one)) {
        if (one.tooLong === undefined) unreadable.push(one.reason);
        else tooLong.push(one.tooLong);
        continue;
      }
      if (isEnough(found)) return { found, cut: true, late: false, unreadable, tooLong };
      found.push(one);
    }
  } catch (error) {
    if (!overdue.signal.aborted || signal.aborted) throw asToolError(error);
    return { found, cut: false, late: true, unreadable, tooLong };
  } finally {
    clearTimeout(timer);
  }
  return { found, cut: false, late: false, unreadable, tooLong };
};

/** Returns notes about skipped files and a timeout, or an empty string. */
export const omittedNote = ({ late, unreadable }: Pick<SearchResults<unknown>, "late" | "unreadable">): string =>
  (late ? "\n(the search timed out; narrow the path or the glob)" : "") +
  (unreadable.length === 0 ? "" : `\n(${unreadable.length} could not be read, for example: ${unreadable[0]})`);

const isUnreadable = (one: { readonly kind: string }): one is Unreadable => one.kind === "unreadable";

const asToolError = (error: unknown): unknown => {
  if (error instanceof FileError) return new ToolError(error.message, { cause: error });
  if (!(error instanceof SearchError)) return error;
  const advice = {
    pattern: " Correct it, or set literal to search for it as literal text.",
    glob: " Correct it; literal brackets and braces need a backslash.",
    failed: "",
  };
  return new ToolError(`${error.message}\n${advice[error.code]}`.trim(), { cause: error });
};

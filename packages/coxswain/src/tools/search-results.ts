import { ToolError } from "../loop/index.ts";
import { FileError, SearchError } from "../workspace/index.ts";

interface Unreadable {
  readonly kind: "unreadable";
  readonly reason: string;
}

export interface SearchResults<T> {
  readonly found: readonly T[];
  /** Whether the search ended because `enough` said so. */
  readonly cut: boolean;
  readonly unreadable: readonly string[];
}

/** Gathers what a search finds until it is enough. @throws {ToolError} for patterns that cannot be parsed */
export const searchResults = async <T extends { readonly kind: string }>(
  search: AsyncIterable<T | Unreadable>,
  enough: (found: readonly T[]) => boolean = () => false,
): Promise<SearchResults<T>> => {
  const found: T[] = [];
  const unreadable: string[] = [];
  try {
    for await (const one of search) {
      if (isUnreadable(one)) {
        unreadable.push(one.reason);
        continue;
      }
      if (enough(found)) return { found, cut: true, unreadable };
      found.push(one);
    }
  } catch (error) {
    throw asToolError(error);
  }
  return { found, cut: false, unreadable };
};

/** A line about what was left out, or nothing. */
export const unreadableNote = (reasons: readonly string[]): string =>
  reasons.length === 0 ? "" : `\n(${reasons.length} could not be read, as: ${reasons[0]})`;

const isUnreadable = (one: { readonly kind: string }): one is Unreadable => one.kind === "unreadable";

const asToolError = (error: unknown): unknown => {
  if (error instanceof FileError) return new ToolError(error.message, { cause: error });
  if (!(error instanceof SearchError)) return error;
  const advice = {
    pattern: " Correct it, or set literal to search for the text as it stands.",
    glob: " Correct it; literal brackets and braces need a backslash.",
    failed: "",
  };
  return new ToolError(`${error.message}\n${advice[error.code]}`.trim(), { cause: error });
};

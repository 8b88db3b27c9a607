import type { ResolvedPath } from "./file.ts";

export interface TextQuery {
  /** A regular expression in ripgrep's (Rust's) syntax. */
  readonly pattern: string;
  /** Treats the pattern as a literal string. Default: false. */
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  /** A file, or a folder to search recursively. */
  readonly path: string | ResolvedPath;
  /** Only files whose path below `path` matches. */
  readonly glob?: string;
  /** Number of context lines before and after each match. Default: 0. */
  readonly context?: number;
  /** Maximum number of matching lines per file. */
  readonly maxPerFile?: number;
  readonly signal?: AbortSignal;
}

/** A query with a resolved path. Links created since are not followed. */
export type At<Query extends { readonly path: unknown }> = Omit<Query, "path"> & { readonly path: string };

export type FoundLine =
  | {
      readonly kind: "match" | "context";
      /** Absolute. */
      readonly path: string;
      /** Line number, starting at 1. */
      readonly line: number;
      /** Without its line end. */
      readonly text: string;
    }
  | {
      readonly kind: "unreadable";
      readonly reason: string;
      /** Absolute path of a file with a matching line that is too long to return. */
      readonly tooLong?: string;
    };

/** Omits ignored files (`.gitignore`, `.ignore`) and `.git`, but includes hidden files. */
export interface FileQuery {
  /** A folder to search recursively. */
  readonly path: string | ResolvedPath;
  /** Matches the path below `path`. A pattern without a slash matches the name at any depth. */
  readonly glob: string;
  readonly signal?: AbortSignal;
}

/** `path` is absolute. */
export type FoundFile = { readonly kind: "file"; readonly path: string } | { readonly kind: "unreadable"; readonly reason: string };

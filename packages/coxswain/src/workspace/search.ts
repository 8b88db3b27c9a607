import type { Place } from "./file.ts";

export interface TextQuery {
  /** A regular expression in ripgrep's (Rust's) syntax. */
  readonly pattern: string;
  /** Takes the pattern as plain text. Default: false. */
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  /** A file, or a folder that is searched to all depths. */
  readonly path: string | Place;
  /** Only files whose path below `path` matches. */
  readonly glob?: string;
  /** Lines shown before and after each match. Default: 0. */
  readonly context?: number;
  /** Stops in a file after so many matching lines. */
  readonly maxPerFile?: number;
  readonly signal?: AbortSignal;
}

/** A query whose path is real: its links are resolved, and those that were put there since are not followed. */
export type At<Query extends { readonly path: unknown }> = Omit<Query, "path"> & { readonly path: string };

export type FoundLine =
  | {
      readonly kind: "match" | "context";
      /** Absolute. */
      readonly path: string;
      /** Counted from 1. */
      readonly line: number;
      /** Without its line end. */
      readonly text: string;
    }
  | {
      readonly kind: "unreadable";
      readonly reason: string;
      /** Absolute, of a file that was read: a line of it matches that is too long to be given. */
      readonly tooLong?: string;
    };

/** Ignored files (`.gitignore`, `.ignore`) and `.git` are left out, hidden files are not. */
export interface FileQuery {
  /** A folder that is searched to all depths. */
  readonly path: string | Place;
  /** Matches the path below `path`; without a slash, the name at any depth. */
  readonly glob: string;
  readonly signal?: AbortSignal;
}

/** `path` is absolute. */
export type FoundFile = { readonly kind: "file"; readonly path: string } | { readonly kind: "unreadable"; readonly reason: string };

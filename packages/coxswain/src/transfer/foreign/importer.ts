import type { Json } from "./json.ts";
import type { Left } from "./left.ts";
import type { EntryWriter } from "./scribe.ts";

/** What has to be known of a file before its records are carried over one by one. */
export interface Survey {
  /** The session's id in the program that wrote it. */
  readonly id: string | undefined;
  readonly cwd: string | undefined;
  /** When it was begun. */
  readonly at: number | undefined;
  /** The model that answers first, as a reference. */
  readonly model: string | undefined;
  readonly title: string | undefined;
  /** The id, there, of the session that it was forked from. */
  readonly parent?: string | undefined;
}

/** Reads one program's session files. Each record is seen twice: first by `look`, and then, when all were, by `carry`. */
export interface Importer {
  look(record: Json, line: number): void;
  survey(): Survey;
  carry(record: Json, line: number, to: Carrying): void;
  /** There are no more records. */
  end(to: Carrying): void;
}

export interface Carrying {
  readonly writer: EntryWriter;
  readonly left: Left;
}

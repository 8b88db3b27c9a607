import type { Json } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";
import type { EntryWriter } from "./entry-writer.ts";

/** Properties of a file that are needed before its records are converted one by one. */
export interface Survey {
  /** Session id in the source program. */
  readonly id: string | undefined;
  readonly cwd: string | undefined;
  /** Start time. */
  readonly at: number | undefined;
  /** Reference of the first model. */
  readonly model: string | undefined;
  readonly title: string | undefined;
  /** Id, in the source program, of the session that it was forked from. */
  readonly parent?: string | undefined;
}

/**
 * Reads session files of one program. It processes each record twice: first all records with `look`, then all with
 * `carry`.
 */
export interface Importer {
  look(record: Json, line: number): void;
  survey(): Survey;
  importRecord(record: Json, line: number, to: RecordImport): void;
  /** Ends the import after the last record. */
  end(to: RecordImport): void;
}

export interface RecordImport {
  readonly writer: EntryWriter;
  readonly left: SkippedContent;
}

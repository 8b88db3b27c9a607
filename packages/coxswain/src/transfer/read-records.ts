import { type Json, type SkippedContent, parseLine } from "./foreign/index.ts";
import type { ReadLines } from "./imported-session.ts";

/** Kind under which invalid lines are counted. */
export const BROKEN = "broken line";

/** Removes a byte order mark, which an editor may have added. */
export const withoutMark = (line: string): string => line.replace(/^\ufeff/, "");

/** Yields the objects of a file with their line numbers, counted from 1. Counts other lines. */
export async function* records(read: ReadLines, left?: SkippedContent): AsyncGenerator<{ readonly record: Json; readonly line: number }> {
  let number = 0;
  for await (const line of read()) {
    number += 1;
    const record = line === undefined ? undefined : parseLine(withoutMark(line));
    if (record !== undefined) yield { record, line: number };
    else if (line?.trim() !== "") left?.add(BROKEN);
  }
}

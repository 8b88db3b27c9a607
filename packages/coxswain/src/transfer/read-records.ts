import { type Json, type Left, parseLine } from "./foreign/index.ts";
import type { ReadLines } from "./imported-session.ts";

/** What a line that holds no record is counted as. */
export const BROKEN = "broken line";

/** An editor may have left a byte order mark. */
export const withoutMark = (line: string): string => line.replace(/^\ufeff/, "");

/** The objects that a file's lines are, each with its line's number from 1. Others are counted. */
export async function* records(read: ReadLines, left?: Left): AsyncGenerator<{ readonly record: Json; readonly line: number }> {
  let number = 0;
  for await (const line of read()) {
    number += 1;
    const record = line === undefined ? undefined : parseLine(withoutMark(line));
    if (record !== undefined) yield { record, line: number };
    else if (line?.trim() !== "") left?.add(BROKEN);
  }
}

import type { Columns } from "./row-columns.ts";
import { textIn } from "./row-columns.ts";
import type { TranscriptRows } from "./transcript-rows.ts";
import type { RowPosition } from "./transcript-window.ts";

/** A place in a transcript. `column` counts from 0. */
export interface TextPosition extends RowPosition {
  readonly column: number;
}

/** Selected text: from one place to another, both included, in any order. */
export interface TextSelection {
  readonly from: TextPosition;
  readonly to: TextPosition;
}

/** Rows that are copied at most. */
const MOST_ROWS = 10_000;

/** Returns the selected columns of a row of a width, or undefined. */
export const selectedColumns = (selection: TextSelection, position: RowPosition, width: number): Columns | undefined => {
  const { first, last } = inOrder(selection);
  if (compare(position, first) < 0 || compare(position, last) > 0) return undefined;
  return {
    from: compare(position, first) === 0 ? first.column : 0,
    to: compare(position, last) === 0 ? last.column + 1 : width,
  };
};

/** Returns the selected text, row by row. Undefined if it has too many rows. */
export const selectedText = (selection: TextSelection, rows: TranscriptRows, width: number): string | undefined => {
  const { first, last } = inOrder(selection);
  const lines: string[] = [];
  for (let { item } = first; item <= last.item; item++) {
    const length = rows.length(item);
    for (let row = 0; row < length; row++) {
      const columns = selectedColumns(selection, { item, row }, width);
      if (columns !== undefined) lines.push(textIn(rows.row(item, row), columns).trimEnd());
    }
    if (lines.length > MOST_ROWS) return undefined;
  }
  return lines.join("\n");
};

const inOrder = ({ from, to }: TextSelection): { readonly first: TextPosition; readonly last: TextPosition } => {
  const order = compare(from, to) || from.column - to.column;
  return order <= 0 ? { first: from, last: to } : { first: to, last: from };
};

const compare = (one: RowPosition, other: RowPosition): number => one.item - other.item || one.row - other.row;

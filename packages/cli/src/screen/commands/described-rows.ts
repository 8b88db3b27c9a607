import { visibleWidth } from "@earendil-works/pi-tui";
import { escapeLine } from "../../output/index.ts";
import { LEAST_WITH_NOTES, wrap, wrapBehind } from "../blocks/index.ts";

/** A name and its description, of any content. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/** Columns of a name that has its description beside it, at most. */
const MOST_NAME = 28;
/** Columns before a description on the row after its name. */
const INDENT = "    ";

/**
 * Rows of names with their descriptions in a column beside them. A description continues in its column. It begins on the next row
 * after a name that is longer than the column, and after every name if the rows are narrow.
 */
export const describedRows = (items: readonly Described[], width: number): readonly string[] => {
  const rows = items.map(({ name, description }) => ({ name: escapeLine(name), description: escapeLine(description) }));
  const isNarrow = width < LEAST_WITH_NOTES;
  const column = Math.max(0, ...rows.map(({ name }) => visibleWidth(name)).filter((length) => length <= MOST_NAME)) + 2;
  return rows.flatMap(({ name, description }) => {
    const length = visibleWidth(name);
    if (isNarrow || length > MOST_NAME) {
      const indent = isNarrow ? INDENT : " ".repeat(column);
      return [...wrap(name, width), ...wrapBehind(indent, description, width)];
    }
    const [first = "", ...others] = wrapBehind(" ".repeat(column), description, width);
    return [`${name}${" ".repeat(column - length)}${first.slice(column)}`.trimEnd(), ...others];
  });
};

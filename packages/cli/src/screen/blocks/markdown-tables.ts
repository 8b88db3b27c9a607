import { Marked, type Tokens, visibleWidth } from "@earendil-works/pi-tui";

/** The last bar of a line, and a line of dashes below it. */
const TABLE = /\|[^\n|]*\n[ \t]*\|?[ \t]*:?-/;
/** Columns that the longest word of a cell may need before its table becomes a list. */
const LONGEST_WORD = 16;

/** True if a table may begin in the text. */
export const hasTable = (text: string): boolean => TABLE.test(text);

/** Replaces each table that is too wide for `width` columns by a list: an item for each row, a line for each cell. */
export const withoutWideTables = (markdown: string, width: number): string => {
  if (!hasTable(markdown)) return markdown;
  return new Marked()
    .lexer(markdown)
    .map((token) => (isTable(token) && !hasSpace(token, width) ? records(token) : token.raw))
    .join("");
};

const isTable = (token: { readonly type: string }): token is Tokens.Table => token.type === "table";

const hasSpace = ({ header, rows }: Tokens.Table, width: number): boolean => {
  const borders = 3 * header.length + 1;
  const words = header.map((cell, column) =>
    Math.max(...[cell, ...rows.map((row) => row[column])].map((one) => longestWord(one?.text ?? ""))),
  );
  return borders + words.reduce((sum, word) => sum + word, 0) <= width;
};

const longestWord = (text: string): number => Math.min(LONGEST_WORD, Math.max(1, ...text.split(/\s+/).map(visibleWidth)));

const records = ({ header, rows }: Tokens.Table): string => {
  const items = rows.map((row) => {
    const lines = row.map(({ text }, column) => {
      const name = header[column]?.text ?? "";
      return name === "" ? text : `${name}: ${text}`;
    });
    return `- ${lines.join("\n  ")}`;
  });
  const names = header.map(({ text }) => text).join(", ");
  return `${items.length === 0 ? names : items.join("\n")}\n\n`;
};

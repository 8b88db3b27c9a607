import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { tourLines } from "./picture/tour-lines.ts";

/*
 * Draws docs/tour.svg: `cox tour` at a terminal. Run it after a change of the tour's wording (`npm run picture`); a
 * test compares the picture with the tour.
 */
const WIDTH = 100;
const [LINE, CHARACTER, PADDING] = [20, 8.4, 20];

const COLORS: Readonly<Record<string, string>> = { "2": "#8b949e", "31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "36": "#79c0ff" };

/** The color of a line, from its first escape sequence. */
const colorOf = (line: string): string => {
  const code = line.split("\u001B[", 2)[1]?.split("m", 1)[0] ?? "";
  return COLORS[code] ?? "#e6edf3";
};

/** Breaks a line at words to the picture's width. */
const wrapped = (line: string): readonly string[] => {
  const rows: string[] = [];
  for (const word of line.split(" ")) {
    const row = rows.at(-1);
    if (row === undefined || row.length + 1 + word.length > WIDTH) rows.push(word);
    else rows[rows.length - 1] = `${row} ${word}`;
  }
  return rows;
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const picture = (lines: readonly string[]): string => {
  const rows = lines.flatMap((line) => wrapped(stripVTControlCharacters(line)).map((text) => ({ text, color: colorOf(line) })));
  const all = [{ text: "$ cox tour", color: "#7ee787" }, ...rows];
  const elements = all.map(
    ({ text, color }, index) =>
      `  <text x="${PADDING}" y="${PADDING + LINE * (index + 1)}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`,
  );
  const [width, height] = [Math.round(WIDTH * CHARACTER + 2 * PADDING), LINE * all.length + 2 * PADDING + 10];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
  <title>cox tour: a scripted model fixes a failing test</title>
  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${elements.join("\n")}
</svg>
`;
};

writeFileSync(join(import.meta.dirname, "..", "docs", "tour.svg"), picture(tourLines(WIDTH)));

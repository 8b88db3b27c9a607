import type { IBufferCell, Terminal } from "@xterm/headless";

/** Sizes in pixels: height of a row, width of a column, and the margin. */
const [ROW, COLUMN, MARGIN] = [20, 8.4, 20];
const [FOREGROUND, BACKGROUND] = ["#e6edf3", "#0d1117"];
/** The 16 colors of the palette. */
const PALETTE = [
  "#484f58",
  "#ff7b72",
  "#7ee787",
  "#e3b341",
  "#79c0ff",
  "#d2a8ff",
  "#76e3ea",
  "#b1bac4",
  "#6e7681",
  "#ffa198",
  "#a5f0b5",
  "#f2cc60",
  "#a5d6ff",
  "#e2c5ff",
  "#b3f0ff",
  "#ffffff",
];

/** Cells side by side with one style. */
interface Run {
  readonly column: number;
  readonly text: string;
  readonly columns: number;
  readonly style: string;
  readonly background: string | undefined;
}

/** Draws the screen of a terminal. @param title describes the picture to those who do not see it */
export const screenSvg = (terminal: Terminal, title: string): string => {
  const rows = Array.from({ length: terminal.rows }, (_, row) => runsOf(terminal, row));
  const last = rows.findLastIndex((runs) => runs.some(({ text }) => text.trim() !== ""));
  const shown = rows.slice(0, last + 1);
  const [width, height] = [Math.round(terminal.cols * COLUMN + 2 * MARGIN), ROW * shown.length + 2 * MARGIN];
  const elements = shown.flatMap((runs, row) => runs.flatMap((run) => runElements(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
  <title>${escaped(title)}</title>
  <rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
${elements.join("\n")}
</svg>
`;
};

const runElements = ({ column, text, columns, style, background }: Run, row: number): readonly string[] => {
  const [x, top] = [Number((MARGIN + column * COLUMN).toFixed(1)), MARGIN + row * ROW];
  const width = Number((columns * COLUMN).toFixed(1));
  const box = background === undefined ? [] : [`  <rect x="${x}" y="${top}" width="${width}" height="${ROW}" fill="${background}"/>`];
  if (text.trim() === "") return box;
  return [...box, `  <text x="${x}" y="${top + 15}" textLength="${width}" ${style} xml:space="preserve">${escaped(text)}</text>`];
};

const runsOf = (terminal: Terminal, row: number): readonly Run[] => {
  const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue; // the second half of a wide character
    const { style, background } = styleOf(cell);
    const text = cell.getChars() || " ";
    const last = runs.at(-1);
    if (last?.style === style && last.background === background)
      runs[runs.length - 1] = { ...last, text: last.text + text, columns: last.columns + cell.getWidth() };
    else runs.push({ column, text, columns: cell.getWidth(), style, background });
  }
  return runs;
};

const styleOf = (cell: IBufferCell): Pick<Run, "style" | "background"> => {
  const colors = [colorOf(cell, "fg") ?? FOREGROUND, colorOf(cell, "bg")] as const;
  const [front, back] = cell.isInverse() !== 0 ? [colors[1] ?? BACKGROUND, colors[0]] : colors;
  const style = [
    `fill="${front}"`,
    ...(cell.isDim() === 0 ? [] : ['fill-opacity="0.6"']),
    ...(cell.isBold() === 0 ? [] : ['font-weight="bold"']),
    ...(cell.isItalic() === 0 ? [] : ['font-style="italic"']),
    ...(cell.isUnderline() === 0 ? [] : ['text-decoration="underline"']),
  ];
  return { style: style.join(" "), background: back };
};

const colorOf = (cell: IBufferCell, ground: "fg" | "bg"): string | undefined => {
  const [isRgb, isPalette, value] =
    ground === "fg" ? [cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()] : [cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()];
  if (isRgb) return `#${value.toString(16).padStart(6, "0")}`;
  return isPalette ? paletteColor(value) : undefined;
};

/** The 256 colors of xterm: the palette, a cube of 6 x 6 x 6, and 24 grays. */
const paletteColor = (index: number): string => {
  if (index < 16) return PALETTE[index] ?? FOREGROUND;
  const level = (part: number): number => (part === 0 ? 0 : 55 + 40 * part);
  const cube = index - 16;
  const gray = 8 + 10 * (index - 232);
  const parts = index >= 232 ? [gray, gray, gray] : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

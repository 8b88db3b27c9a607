import { calculateImageRows, encodeITerm2, encodeKitty, getImageDimensions, type ImageDimensions } from "@earendil-works/pi-tui";
import type { UserBlock } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { fit } from "./rows.ts";

type ImagePart = UserBlock["images"][number];

/** Characters of base64 of an image that is drawn, and its pixels: a terminal decodes them in its own process. */
const MOST_CHARACTERS = 2_000_000;
const MOST_PIXELS = 20_000_000;
/** Columns and rows of a drawn image. */
const MOST_COLUMNS = 60;
const MOST_ROWS = 12;
/** Characters of base64 in which the dimensions are looked for. */
const HEADER = 200_000;

/** Renders an image: a line with its name, size and dimensions, and below it the image where the terminal can draw it. */
export const imageRows = (image: ImagePart, { width, theme, images }: BlockOptions): readonly string[] => {
  const dimensions = getImageDimensions(image.data.slice(0, HEADER), image.mediaType) ?? undefined;
  const facts = [
    ...(image.name === undefined ? [] : [escapeLine(image.name)]),
    escapeLine(image.mediaType),
    ...(dimensions === undefined ? [] : [`${dimensions.widthPx}x${dimensions.heightPx}`]),
    formatBytes(Math.floor((image.data.length * 3) / 4)),
  ].join(", ");
  const line = fit(theme.dim(`[image: ${facts}]`), width);
  return [line, ...(images === undefined || dimensions === undefined ? [] : drawnRows(image, dimensions, width, images))];
};

const formatBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Empty rows, and on the last of them the image, drawn from the first of them. So the terminal scrolls before it draws, and the
 * caret ends where as many rows of text would leave it.
 */
const drawnRows = (
  { data, mediaType }: ImagePart,
  { widthPx, heightPx }: ImageDimensions,
  width: number,
  protocol: NonNullable<BlockOptions["images"]>,
): readonly string[] => {
  const pixels = widthPx * heightPx;
  // The data goes into a control sequence, which other characters would end.
  if (data.length > MOST_CHARACTERS || pixels < 1 || pixels > MOST_PIXELS || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return [];
  if (protocol === "kitty" && mediaType !== "image/png") return [];
  const { columns, rows } = cellsOf({ widthPx, heightPx }, Math.min(width, MOST_COLUMNS));
  const up = rows > 1 ? `\u001b[${rows - 1}A` : "";
  const drawn =
    protocol === "kitty" ? encodeKitty(data, { columns, rows, moveCursor: false }) : encodeITerm2(data, { width: columns, height: rows });
  return [...Array.from({ length: rows - 1 }, () => ""), `${SAVE_CARET}${up}${drawn}${RESTORE_CARET}`];
};

/** DECSC and DECRC: terminals differ in where they leave the caret after an image. */
const SAVE_CARET = "\u001b7";
const RESTORE_CARET = "\u001b8";

/** The cells of an image: not more than its pixels need, in its proportions. */
const cellsOf = (dimensions: ImageDimensions, most: number): { readonly columns: number; readonly rows: number } => {
  const natural = Math.max(1, Math.min(most, Math.ceil(dimensions.widthPx / 9)));
  const rows = calculateImageRows(dimensions, natural);
  if (rows <= MOST_ROWS) return { columns: natural, rows };
  return { columns: Math.max(1, Math.floor((natural * MOST_ROWS) / rows)), rows: MOST_ROWS };
};

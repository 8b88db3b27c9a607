import { calculateImageRows, getImageDimensions, type ImageDimensions } from "@earendil-works/pi-tui";
import type { Block, CallBlock } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { TerminalFeatures } from "../themes/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { fit, wrap } from "./rows.ts";

type ImagePart = CallBlock["images"][number];

/** A way of drawing images, and the space for each. */
export interface ImageSpace {
  readonly protocol: NonNullable<TerminalFeatures["images"]>;
  /** Rows of the highest image. 0: none is drawn. */
  readonly mostRows: number;
  /** Default: 9 by 18 pixels. */
  readonly cell?: ImageDimensions | undefined;
  /** Ends the line of each image that could be drawn if there were space. */
  readonly hint?: string;
}

/** An image that the terminal can draw, in cells. `rows`: 0 without space for it. */
export interface DrawableImage extends Readonly<ImageDimensions> {
  /** The file in base64, without other characters. */
  readonly data: string;
  readonly columns: number;
  readonly rows: number;
}

/** Characters of base64 of an image that is drawn, and its pixels: a terminal decodes them in its own process. */
const MOST_CHARACTERS = 2_000_000;
const MOST_PIXELS = 20_000_000;
/** Columns and rows of a drawn image. */
const MOST_COLUMNS = 60;
const MOST_ROWS = 12;
/** Pixels of a cell of a terminal that has not reported them. */
const USUAL_CELL: ImageDimensions = { widthPx: 9, heightPx: 18 };
/** Characters of base64 in which the dimensions are looked for. */
const HEADER = 200_000;

/** Returns the images of a block, which are shown below its text. */
export const imagesOf = (block: Block): readonly ImagePart[] => (block.kind === "user" || block.kind === "call" ? block.images : []);

/** Renders a line with an image's name, type, dimensions and size. A line with a hint may have several rows. */
export const imageLine = (image: ImagePart, { width, theme }: Pick<BlockOptions, "width" | "theme">, hint?: string): readonly string[] => {
  const dimensions = dimensionsOf(image);
  const facts = [
    ...(image.name === undefined ? [] : [escapeLine(image.name)]),
    escapeLine(image.mediaType),
    ...(dimensions === undefined ? [] : [`${dimensions.widthPx}x${dimensions.heightPx}`]),
    formatBytes(Math.floor((image.data.length * 3) / 4)),
  ].join(", ");
  if (hint === undefined) return [fit(theme.dim(`[image: ${facts}]`), width)];
  return wrap(`[image: ${facts}] ${hint}`, width).map(theme.dim);
};

/** Returns the cells of an image in rows of a width, or undefined if the terminal cannot draw it. */
export const drawableImage = (image: ImagePart, width: number, { protocol, mostRows, cell }: ImageSpace): DrawableImage | undefined => {
  const { data, mediaType } = image;
  const dimensions = dimensionsOf(image);
  if (dimensions === undefined) return undefined;
  const pixels = dimensions.widthPx * dimensions.heightPx;
  // The data goes into a control sequence, which other characters would end.
  if (data.length > MOST_CHARACTERS || pixels < 1 || pixels > MOST_PIXELS || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  if (protocol === "kitty" && mediaType !== "image/png") return undefined;
  return { data, ...dimensions, ...cellsOf(dimensions, Math.min(width, MOST_COLUMNS), Math.min(mostRows, MOST_ROWS), cell) };
};

const dimensionsOf = ({ data, mediaType }: ImagePart): ImageDimensions | undefined =>
  getImageDimensions(data.slice(0, HEADER), mediaType) ?? undefined;

const formatBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The cells of an image: not more than its pixels need, in its proportions. */
const cellsOf = (
  dimensions: ImageDimensions,
  mostColumns: number,
  mostRows: number,
  cell: ImageDimensions = USUAL_CELL,
): { readonly columns: number; readonly rows: number } => {
  const natural = Math.max(1, Math.min(mostColumns, Math.ceil(dimensions.widthPx / cell.widthPx)));
  const rows = calculateImageRows(dimensions, natural, cell);
  if (rows <= mostRows) return { columns: natural, rows };
  return { columns: Math.max(1, Math.floor((natural * mostRows) / rows)), rows: mostRows };
};

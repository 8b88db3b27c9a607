import type { Block } from "coxswain/view";
import { type DrawableImage, drawableImage, imageLine, imagesOf, type ImageSpace } from "./block-images.ts";
import type { BlockOptions } from "./block-options.ts";
import { blockTextRows } from "./block-rows.ts";

/** An image in the rows of a block. Its own rows are empty. */
export interface BlockImage extends DrawableImage {
  /** Number of the first of its rows. */
  readonly row: number;
}

export interface BlockDrawing {
  /** Rows without trailing spaces. */
  readonly rows: readonly string[];
  /** From top to bottom, each in the first columns of its rows. */
  readonly images: readonly BlockImage[];
}

/** Renders a block to rows with space for its images. */
export const blockDrawing = (block: Block, options: BlockOptions, space: ImageSpace | undefined): BlockDrawing => {
  const rows = [...blockTextRows(block, options)];
  const images: BlockImage[] = [];
  for (const part of imagesOf(block)) {
    const image = space && drawableImage(part, options.width, space);
    rows.push(...imageLine(part, options, image?.rows === 0 ? space?.hint : undefined));
    if (image === undefined || image.rows === 0) continue;
    images.push({ ...image, row: rows.length });
    for (let row = 0; row < image.rows; row++) rows.push("");
  }
  return { rows, images };
};

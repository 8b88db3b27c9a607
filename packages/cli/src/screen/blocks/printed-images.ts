import { encodeITerm2, encodeKitty } from "@earendil-works/pi-tui";
import type { BlockDrawing } from "./block-drawing.ts";
import type { ImageSpace } from "./block-images.ts";

/**
 * Returns the rows of a block with its images. An image is drawn from its first row by the last one: so the terminal scrolls
 * before it draws, and the caret ends where as many rows of text would leave it. These rows must be printed, in order.
 */
export const printedRows = ({ rows, images }: BlockDrawing, { protocol }: Pick<ImageSpace, "protocol">): readonly string[] => {
  const printed = [...rows];
  for (const { data, columns, rows: height, row } of images) {
    const up = height > 1 ? `\u001b[${height - 1}A` : "";
    const drawn =
      protocol === "kitty"
        ? encodeKitty(data, { columns, rows: height, moveCursor: false })
        : encodeITerm2(data, { width: columns, height });
    printed[row + height - 1] = `${SAVE_CARET}${up}${drawn}${RESTORE_CARET}`;
  }
  return printed;
};

/** DECSC and DECRC: terminals differ in where they leave the caret after an image. */
const SAVE_CARET = "\u001b7";
const RESTORE_CARET = "\u001b8";

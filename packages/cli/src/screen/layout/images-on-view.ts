import type { BlockImage } from "../blocks/index.ts";
import type { ScreenImage } from "../terminal/index.ts";
import type { WindowRow } from "./transcript-window.ts";

/**
 * Returns the parts of images that are on view.
 * @param shown rows on view, from the first row of the screen
 * @param imagesOf returns the images of an item, by its rows
 */
export const imagesOnView = (shown: readonly WindowRow[], imagesOf: (item: number) => readonly BlockImage[]): readonly ScreenImage[] => {
  const found: ScreenImage[] = [];
  for (const [at, { item, row }] of shown.entries()) {
    if (at > 0 && shown[at - 1]?.item === item) continue;
    // The rows of an item on view are successive: this one has the screen's row `at`.
    const last = row + shown.slice(at).findLastIndex((one) => one.item === item);
    for (const { row: first, ...image } of imagesOf(item)) {
      const from = Math.max(first, row);
      const to = Math.min(first + image.rows - 1, last);
      if (from <= to) found.push({ image, top: at + from - row, from: from - first, count: to - from + 1 });
    }
  }
  return found;
};

import type { ImageSpace } from "../blocks/index.ts";
import type { SurfaceOptions } from "./surface.ts";

/** Rows of a screen that are usually not the transcript's. */
const OTHER_ROWS = 4;

/** Returns the space for an image on this screen: about half of the transcript's rows. Undefined: the terminal draws none. */
export const imageSpace = ({ terminal, theme }: Pick<SurfaceOptions, "terminal" | "theme">): ImageSpace | undefined => {
  const protocol = theme.features?.images;
  if (protocol === undefined) return undefined;
  return { protocol, mostRows: Math.max(0, Math.floor((terminal.rows - OTHER_ROWS) / 2)), cell: terminal.cell };
};

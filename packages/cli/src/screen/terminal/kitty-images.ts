import { allocateImageId } from "@earendil-works/pi-tui";
import { caretAt } from "./sequences.ts";

/** An image on the screen, in its first columns: the part of it that is on view. */
export interface ScreenImage {
  readonly image: {
    /** A PNG file in base64, without other characters. */
    readonly data: string;
    readonly widthPx: number;
    readonly heightPx: number;
    /** Cells of the whole image. */
    readonly columns: number;
    readonly rows: number;
  };
  /** Row of the screen, from 0, that has the first row on view. */
  readonly top: number;
  /** Rows of the image on view: the first one, from 0, and their number. */
  readonly from: number;
  readonly count: number;
}

/** Sequences for one frame. */
export interface ImageSequences {
  /** Written before the rows of the frame: removes images that are no longer on view, and sends new ones. */
  readonly before: string;
  /** Written after the rows, which may remove images in their cells: shows the images. */
  readonly after: string;
}

/** Characters of base64 in one command, a multiple of 4. */
const CHUNK = 4096;
/** Pixels of the images that the terminal has, or those of all images on view. kitty has space for 80 million, in 4 bytes each. */
const MOST_PIXELS = 40_000_000;
/** Pixels that an image counts as at least: the number of images is limited too. */
const LEAST_PIXELS = 100_000;

interface SentImage {
  readonly id: number;
  readonly pixels: number;
}

/**
 * The images of a screen, by kitty's protocol: each is sent once, and then placed by its id wherever it is on view. A placement
 * is not part of a row: it stays where it is until it is replaced or deleted.
 * https://sw.kovidgoyal.net/kitty/graphics-protocol/
 */
export class KittyImages {
  /** Images that the terminal has, by their data; the last shown ones at the end. */
  readonly #sent = new Map<string, SentImage>();
  /** Commands of the placements on the screen, by their ids. */
  #placed: ReadonlyMap<string, string> = new Map();

  /**
   * Shows these images and no others.
   * @param isWritten true for a row of the screen that this frame writes: some terminals remove the image there
   */
  update(images: readonly ScreenImage[], isWritten: (row: number) => boolean): ImageSequences {
    const sent = this.#send(images);
    const placed = new Map<string, string>();
    let after = "";
    for (const one of images) {
      const id = this.#sent.get(one.image.data)?.id ?? 0;
      const key = freeKey(id, placed);
      const command = `${caretAt(one.top, 0)}${place(key, one)}`;
      placed.set(key, command);
      if (this.#placed.get(key) !== command || rowsOf(one).some(isWritten)) after += command;
    }
    const left = [...this.#placed.keys()].filter((key) => !placed.has(key));
    this.#placed = placed;
    return { before: left.map(remove).join("") + sent, after };
  }

  /** Removes all images from the screen and from the terminal's memory. */
  clear(): string {
    const all = [...this.#sent.values()].map(forget).join("");
    this.#sent.clear();
    this.#placed = new Map();
    return all;
  }

  /**
   * Evicts the images that were on view the longest time ago, and sends those that the terminal does not have. In this order:
   * a terminal without space for a new image frees others that are not placed, such as one that was just sent.
   */
  #send(images: readonly ScreenImage[]): string {
    const shown = new Set(images.map(({ image }) => image.data));
    let sent = "";
    for (const { image } of images) {
      const { data, widthPx, heightPx } = image;
      const existing = this.#sent.get(data);
      const one = existing ?? { id: allocateImageId(), pixels: Math.max(LEAST_PIXELS, widthPx * heightPx) };
      this.#sent.delete(data);
      this.#sent.set(data, one);
      if (existing === undefined) sent += send(one.id, data);
    }
    let pixels = 0;
    for (const one of this.#sent.values()) pixels += one.pixels;
    let evicted = "";
    for (const [data, one] of this.#sent) {
      if (pixels <= MOST_PIXELS || shown.has(data)) break;
      this.#sent.delete(data);
      pixels -= one.pixels;
      evicted += forget(one);
    }
    return evicted + sent;
  }
}

const rowsOf = ({ top, count }: ScreenImage): readonly number[] => Array.from({ length: count }, (_, at) => top + at);

/** Returns the keys of a placement: the id of its image, and a number among those of the same image. */
const freeKey = (id: number, taken: ReadonlyMap<string, unknown>): string => {
  for (let number = 1; ; number++) {
    const key = `i=${id},p=${number}`;
    if (!taken.has(key)) return key;
  }
};

/** `q=2`: no answers, which would arrive as input. */
const command = (keys: string, data = ""): string => `\u001b_G${keys},q=2${data === "" ? "" : `;${data}`}\u001b\\`;

const send = (id: number, data: string): string => {
  let commands = "";
  for (let at = 0; at < data.length; at += CHUNK) {
    const more = at + CHUNK < data.length ? 1 : 0;
    commands += command(at === 0 ? `a=t,f=100,i=${id},m=${more}` : `m=${more}`, data.slice(at, at + CHUNK));
  }
  return commands;
};

/** Draws the part of an image that is on view at the caret, which does not move (`C=1`). */
const place = (key: string, { image: { widthPx, heightPx, columns, rows }, from, count }: ScreenImage): string => {
  const y = Math.floor((heightPx * from) / rows);
  const height = Math.max(1, Math.min(heightPx, Math.ceil((heightPx * (from + count)) / rows)) - y);
  return command(`a=p,${key},x=0,y=${y},w=${widthPx},h=${height},c=${columns},r=${count},C=1`);
};

/** Deletes a placement. The terminal keeps the image: a small letter. */
const remove = (key: string): string => command(`a=d,d=i,${key}`);

/** Deletes an image and its placements: a capital letter. */
const forget = ({ id }: SentImage): string => command(`a=d,d=I,i=${id}`);

import type { UserPart } from "coxswain/providers";
import { readImage } from "coxswain/tools";
import { escapeLine } from "../../output/index.ts";

/** The content behind a label in the text of the editor. */
export type ChipContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly data: string; readonly name?: string; readonly path?: string };

/** Content by label. */
export type ChipContents = ReadonlyMap<string, ChipContent>;

/** A pasted text of more lines or characters becomes a chip. */
const MOST_LINES = 10;
const MOST_CHARACTERS = 1000;
/** Characters of an image's name in its label. */
const MAX_NAME = 24;

export const isLongText = (text: string): boolean => text.length > MOST_CHARACTERS || lineCount(text) > MOST_LINES;

const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return text.endsWith("\n") ? count - 1 : count;
};

/**
 * Long pastes and images, which the editor shows as short labels. Content is never removed, because undo, the kill ring
 * and the history bring labels back.
 */
export class Chips {
  readonly #contents = new Map<string, ChipContent>();
  #images = 0;

  /** Adds a paste. Returns its label, such as `[pasted 120 lines]`. The same paste has the same label. */
  addText(text: string): string {
    const lines = lineCount(text);
    const size = lines > MOST_LINES ? `${lines} lines` : `${text.length} characters`;
    for (let number = 1; ; number += 1) {
      const label = number === 1 ? `[pasted ${size}]` : `[pasted ${size} #${number}]`;
      const existing = this.#contents.get(label);
      if (existing === undefined) this.#contents.set(label, { type: "text", text });
      if (existing === undefined || (existing.type === "text" && existing.text === text)) return label;
    }
  }

  /**
   * Adds an image. Returns its label, such as `[image 1: shot.png, 800x600]`, or undefined if the bytes are not a complete
   * image that providers accept. `path`: its absolute path, if it is a file.
   */
  addImage(bytes: Uint8Array, { name, path }: { readonly name?: string; readonly path?: string } = {}): string | undefined {
    const image = readImage(bytes);
    if (image === undefined || !image.whole) return undefined;
    this.#images += 1;
    const shown = name === undefined ? "" : `${shortened(escapeLine(name))}, `;
    const label = `[image ${this.#images}: ${shown}${image.width}x${image.height}]`;
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
    this.#contents.set(label, {
      type: "image",
      mediaType: image.mediaType,
      data,
      ...(name === undefined ? {} : { name }),
      ...(path === undefined ? {} : { path }),
    });
    return label;
  }

  /** Adds the content of labels that a stored text has. A label with other content here keeps its own. */
  restore(texts: Readonly<Record<string, string>>): void {
    for (const [label, text] of Object.entries(texts)) if (!this.#contents.has(label)) this.#contents.set(label, { type: "text", text });
  }

  /** Returns the labels in a string, in order, with their positions. */
  positions(text: string): readonly { readonly label: string; readonly start: number }[] {
    if (this.#contents.size === 0 || !text.includes("[")) return [];
    return [...text.matchAll(LABEL)].flatMap(({ 0: label, index: start }) => (this.#contents.has(label) ? [{ label, start }] : []));
  }

  /** Returns the content of the labels in a string. */
  in(text: string): ChipContents {
    const found = this.positions(text).flatMap(({ label }) => {
      const content = this.#contents.get(label);
      return content === undefined ? [] : [[label, content] as const];
    });
    return new Map(found);
  }

  /** Replaces earlier pastes by their labels. */
  collapse(text: string): string {
    let collapsed = text;
    for (const [label, content] of this.#contents) if (content.type === "text") collapsed = collapsed.replaceAll(content.text, () => label);
    return collapsed;
  }
}

/** The shapes of labels. */
const LABEL = /\[(?:pasted \d+ (?:lines|characters)(?: #\d+)?|image \d+: [^\][\n]*\d+x\d+)\]/g;

/** Replaces labels of pastes by their content. Labels of images remain. */
export const expandTexts = (text: string, contents: ChipContents): string =>
  contents.size === 0
    ? text
    : text.replaceAll(LABEL, (label) => {
        const content = contents.get(label);
        return content?.type === "text" ? content.text : label;
      });

/** Returns the parts of a prompt that labels stand for. */
export const partsOf = (contents: ChipContents): ReadonlyMap<string, UserPart> =>
  new Map([...contents].map(([label, content]) => [label, partOf(content)]));

const partOf = (content: ChipContent): UserPart => {
  if (content.type === "text") return content;
  const { path: _, ...part } = content;
  return part;
};

const shortened = (name: string): string => {
  // Brackets and line ends would end the label.
  const plain = name.replaceAll(/[[\]\n]/g, "_");
  const characters = Array.from(plain);
  return characters.length <= MAX_NAME ? plain : `${characters.slice(0, MAX_NAME - 1).join("")}…`;
};

import { ToolError, type ToolResult } from "../../loop/index.ts";
import type { ImagePart } from "../../model/index.ts";
import { readImage } from "../image.ts";
import { LIMITS } from "../limits.ts";
import { plainText } from "../plain-text.ts";
import { imageFacts, shownImage } from "../shown-image.ts";
import type { Cell, CellOutput, Notebook } from "./notebook.ts";

const limits = LIMITS.read;

export interface ShownNotebook {
  /** Path as shown to the model. */
  readonly shown: string;
  /** First cell, counted from 1. */
  readonly offset: number;
  /** Maximum number of cells. */
  readonly limit: number;
}

/**
 * Formats cells with their source and outputs, never the underlying JSON.
 * @throws {ToolError}
 */
export const showNotebook = ({ cells, language }: Notebook, { shown, offset, limit }: ShownNotebook): ToolResult => {
  const kind = `a notebook${language === undefined ? "" : ` in ${plainText(language)}`}`;
  if (cells.length === 0) return { content: [{ type: "text", text: `(${shown} is ${kind}, without cells)` }] };
  if (offset > cells.length) throw new ToolError(`${shown} has ${cells.length} cells; offset ${offset} is after its end.`);
  const texts: string[] = [];
  const images: ImagePart[] = [];
  let room = limits.bytes;
  for (const [index, cell] of cells.slice(offset - 1, offset - 1 + limit).entries()) {
    const number = offset + index;
    const one = shownCell(cell, `cell ${number} of ${cells.length}`, limits.images - images.length);
    const size = Buffer.byteLength(one.text) + 1;
    if (size > room && index > 0) break;
    texts.push(size > room ? `${Buffer.from(one.text).toString("utf8", 0, room)}\n(the rest of this cell is omitted)` : one.text);
    images.push(...one.images);
    room -= size;
  }
  const last = offset + texts.length - 1;
  const notes = [
    kind,
    ...(last < cells.length ? [`cells ${offset} to ${last} of ${cells.length}; continue with offset ${last + 1}`] : []),
    "the file is JSON: to change a cell, edit its lines, which grep shows",
  ];
  return {
    content: [{ type: "text", text: `${texts.join("\n\n")}\n\n(${notes.join("; ")})` }, ...images],
    details: { path: shown, first: offset, last, cells: cells.length },
  };
};

interface Shown {
  readonly text: string;
  readonly images: readonly ImagePart[];
}

const shownCell = ({ kind, id, source, run, outputs }: Cell, place: string, mostImages: number): Shown => {
  const facts = [plainText(kind), ...(id === undefined ? [] : [`id ${plainText(id)}`]), ...(run === undefined ? [] : [`run ${run}`])];
  const images: ImagePart[] = [];
  const shown = outputs.map((output) => {
    const one = shownOutput(output, place, images.length < mostImages);
    images.push(...one.images);
    return one.text;
  });
  const code = plainText(source).trimEnd();
  return { text: [`--- ${place}: ${facts.join(", ")} ---`, code === "" ? "(empty)" : code, ...shown].join("\n"), images };
};

const shownOutput = (output: CellOutput, place: string, mayShow: boolean): Shown => {
  if (output.kind === "other") return { text: `--- output: ${plainText(output.types.join(", ")) || "nothing"}, not shown ---`, images: [] };
  if (output.kind === "text")
    return { text: `--- ${plainText(output.name)} ---\n${shortened(plainText(output.text).trimEnd())}`, images: [] };
  const image = readImage(output.bytes);
  if (image === undefined) return { text: "--- output: a damaged image, not shown ---", images: [] };
  const facts = imageFacts(image, output.bytes);
  if (!mayShow) return { text: `--- output: ${facts}, not shown: at most ${limits.images} images are shown ---`, images: [] };
  const judged = shownImage(image, output.bytes, place);
  if ("problem" in judged) return { text: `--- output: ${facts}, not shown: ${judged.problem} ---`, images: [] };
  return { text: `--- output: ${facts} ---`, images: [judged.part] };
};

/** Keeps the start and the end: an error message is at the end of its output. */
const shortened = (text: string): string => {
  if (text.length <= limits.outputLength) return text;
  const half = limits.outputLength / 2;
  const missing = text.length - limits.outputLength;
  return `${text.slice(0, half).toWellFormed()}\n… (${missing} more characters) …\n${text.slice(-half).toWellFormed()}`;
};

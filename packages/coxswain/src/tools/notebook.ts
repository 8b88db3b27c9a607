import { ToolError, type ToolResult } from "../loop/index.ts";
import type { ImagePart } from "../model/index.ts";
import { readImage, imageFacts, shownImage } from "./image.ts";
import { LIMITS } from "./limits.ts";
import { plainText } from "./plain-text.ts";

/** Jupyter notebook (nbformat 4), limited to the parts that are shown. */
export interface Notebook {
  readonly cells: readonly Cell[];
  /** Programming language, if the notebook specifies it. */
  readonly language: string | undefined;
}

export interface Cell {
  /** `code`, `markdown` or `raw`. */
  readonly kind: string;
  readonly id: string | undefined;
  readonly source: string;
  /** Execution count of the kernel when it ran this cell. */
  readonly run: number | undefined;
  readonly outputs: readonly CellOutput[];
}

/** Output of a cell: text, an image, or a type that cannot be shown. */
export type CellOutput =
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "image"; readonly bytes: Uint8Array }
  | { readonly kind: "other"; readonly types: readonly string[] };

/** Returns undefined if the text is not a notebook of this format. Ignores the file name. */
export const parseNotebook = (text: string): Notebook | undefined => {
  const file = parsed(text);
  const { nbformat, cells, metadata } = fieldsOf(file);
  if (typeof nbformat !== "number" || nbformat < 4 || !Array.isArray(cells)) return undefined;
  const { language_info: info, kernelspec: kernel } = fieldsOf(metadata);
  return { cells: cells.map(cellOf), language: word(fieldsOf(info)["name"]) ?? word(fieldsOf(kernel)["language"]) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const word = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Accepts a string or a list of lines with their line ends. */
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .filter((line) => typeof line === "string")
        .join("");

const cellOf = (cell: unknown): Cell => {
  const { cell_type: kind, id, source, execution_count: run, outputs } = fieldsOf(cell);
  return {
    kind: word(kind) ?? "unknown",
    id: word(id),
    source: textOf(source),
    run: typeof run === "number" ? run : undefined,
    outputs: listOf(outputs).map(outputOf),
  };
};

const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const outputOf = (output: unknown): CellOutput => {
  const { output_type: type, name, text, data, ename, evalue, traceback } = fieldsOf(output);
  if (type === "stream") return { kind: "text", name: word(name) ?? "output", text: textOf(text) };
  if (type === "error") {
    const lines = listOf(traceback).map(textOf).join("\n");
    return { kind: "text", name: "error", text: lines === "" ? `${textOf(ename)}: ${textOf(evalue)}` : lines };
  }
  const shapes = fieldsOf(data);
  const image = IMAGES.map((one) => textOf(shapes[one])).find((one) => one !== "");
  if (image !== undefined) return { kind: "image", bytes: Buffer.from(image, "base64") };
  const plain = textOf(shapes["text/plain"] ?? shapes["text/markdown"]);
  return plain === "" ? { kind: "other", types: Object.keys(shapes) } : { kind: "text", name: "result", text: plain };
};

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

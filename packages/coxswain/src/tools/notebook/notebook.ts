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

const cellOf = (given: unknown): Cell => {
  const { cell_type: kind, id, source, execution_count: run, outputs } = fieldsOf(given);
  return {
    kind: word(kind) ?? "unknown",
    id: word(id),
    source: textOf(source),
    run: typeof run === "number" ? run : undefined,
    outputs: listOf(outputs).map(outputOf),
  };
};

const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const outputOf = (given: unknown): CellOutput => {
  const { output_type: type, name, text, data, ename, evalue, traceback } = fieldsOf(given);
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

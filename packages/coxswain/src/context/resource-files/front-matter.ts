/** A text that begins with fields in YAML between two lines of `---`. */
export interface FrontMatter {
  /** Of the first level; one that is no plain text as it is written. Empty when there is none, or none that can be read. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
  /** Why the fields cannot be read: a clause without a full stop. */
  readonly problem?: string;
}

/** Characters: what is read has to be parsed before it can be judged. */
const LARGEST = 16 * 1024;

const BLOCK = /^---[ \t]*\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Lenient: where YAML refuses the fields, the value of each line that is neither quoted nor a block is taken as it stands. */
export const readFrontMatter = async (text: string): Promise<FrontMatter> => {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [whole, source] = BLOCK.exec(lines) ?? [];
  if (whole === undefined || source === undefined) return { fields: new Map(), body: lines.trim() };
  const body = lines.slice(whole.length).trim();
  if (source.length > LARGEST) return { fields: new Map(), body, problem: `it has more than ${LARGEST} characters` };
  const read = await readFields(source);
  if (read.problem === undefined) return { ...read, body };
  const again = await readFields(quoteValues(source));
  return again.problem === undefined ? { ...again, body } : { ...read, body };
};

const readFields = async (source: string): Promise<Omit<FrontMatter, "body">> => {
  const { isMap, isScalar, parseDocument } = await import("yaml");
  try {
    // The tree alone: making values of it follows aliases, and takes minutes for a nest of keys that is well-formed.
    const { contents, errors } = parseDocument(source, { schema: "failsafe", uniqueKeys: false, logLevel: "silent" });
    const [problem] = errors;
    if (problem !== undefined) return { fields: new Map(), problem: firstLine(problem.message) };
    const pairs = isMap(contents) ? contents.items : [];
    const texts = pairs.map(({ key, value }): [string, string] => [
      isScalar(key) ? textFrom(key.value) : "",
      isScalar(value) ? textFrom(value.value) : source.slice(...(value?.range ?? [0, 0])).trim(),
    ]);
    return { fields: new Map(texts) };
  } catch (error) {
    // A nest that is deeper than the stack.
    return { fields: new Map(), problem: firstLine(error instanceof Error ? error.message : String(error)) };
  }
};

/** Every scalar is a text in this schema, but for one that is missing. */
const textFrom = (value: unknown): string => (typeof value === "string" ? value : "");

const firstLine = (message: string): string => message.split("\n", 1).join("").replace(/[.:]$/, "");

/** As `description: Use when: asked`, or `argument-hint: [file] [line]`. */
const quoteValues = (source: string): string =>
  source.replaceAll(
    /^([A-Za-z][\w-]*):[ \t]+(?!["'|>])(\S.*)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value.trim())}`,
  );

/** A file's content, optionally starting with YAML fields between two `---` lines. */
export interface FrontMatter {
  /**
   * Top-level fields. A value that is not a plain scalar is its source text. Empty when the fields are missing or
   * cannot be parsed.
   */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
  /** Reason why the fields cannot be parsed, as a clause without a full stop. */
  readonly problem?: string;
}

/** In characters. The fields must be parsed before they can be validated. */
const LARGEST = 16 * 1024;

const BLOCK = /^---[ \t]*\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Parses leniently: when YAML rejects the fields, each line's unquoted, single-line value is read verbatim. */
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
    // Uses the syntax tree only: converting it to values resolves aliases, and takes minutes for a well-formed but
    // deeply nested input.
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
    // The nesting exceeds the stack.
    return { fields: new Map(), problem: firstLine(error instanceof Error ? error.message : String(error)) };
  }
};

/** In this schema every scalar is a string, except a missing one. */
const textFrom = (value: unknown): string => (typeof value === "string" ? value : "");

const firstLine = (message: string): string => message.split("\n", 1).join("").replace(/[.:]$/, "");

/** For values such as `description: Use when: asked` or `argument-hint: [file] [line]`. */
const quoteValues = (source: string): string =>
  source.replaceAll(
    /^([A-Za-z][\w-]*):[ \t]+(?!["'|>])(\S.*)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value.trim())}`,
  );

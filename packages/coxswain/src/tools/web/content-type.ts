/** Media type and character set of a body. */
export interface ContentType {
  /** Lower case, without parameters. Empty if the header is missing. */
  readonly type: string;
  readonly charset: string | undefined;
}

export const contentType = (header = ""): ContentType => {
  const [type = "", ...rest] = header.split(";");
  const charset = rest.map((part) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(part)?.[1]).find((found) => found !== undefined);
  return { type: type.trim().toLowerCase(), charset };
};

const TEXTS =
  /^(text\/.+|application\/(json|xml|javascript|ecmascript|yaml|x-yaml|toml|x-sh|x-ndjson|jsonl|graphql|sql)|.+\+(json|xml|yaml))$/;

export const isText = (type: string): boolean => TEXTS.test(type);

export const isHtml = (type: string): boolean => type === "text/html" || type === "application/xhtml+xml";

/** Byte order marks. */
const MARKS: readonly (readonly [mark: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];

/**
 * Decodes by the byte order mark, else by the header, else by the page's own declaration, else as UTF-8. Replaces
 * invalid bytes.
 */
export const decoded = (bytes: Buffer, { type, charset }: ContentType): string => {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const label = marked ?? charset ?? (isHtml(type) ? charsetOfPage(bytes) : undefined) ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

const charsetOfPage = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, 1024))?.[1];

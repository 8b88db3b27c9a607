/** What a body is, and how its characters are written. */
export interface ContentType {
  /** In lower case, without what follows it; empty where nothing is said. */
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

/** As its header says, else as its first bytes do, else as UTF-8. Bytes that are none of it are replaced. */
export const decoded = (bytes: Buffer, { charset }: ContentType): string => {
  const said = charset ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, 1024))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

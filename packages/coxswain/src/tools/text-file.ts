import { mostUsedLineEnd, withLineEnds } from "./line-ends.ts";

/** Encoding of a text file. Latin-1 represents every single-byte encoding: it preserves all bytes. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin-1";

/** Text of a file without its byte order mark. Preserves the line ends. */
export interface TextFile {
  readonly text: string;
  readonly encoding: Encoding;
  /** True if the file starts with a byte order mark. */
  readonly mark: boolean;
}

/** Decodes a file. Undefined if it is binary. `encodeText` returns the same bytes. */
export const decodeText = (bytes: Uint8Array): TextFile | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, second, third] = buffer;
  if (first === 0xff && second === 0xfe) return decodeUtf16(buffer, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeUtf16(buffer, "utf-16be");
  if (buffer.includes(0)) return undefined;
  const mark = first === 0xef && second === 0xbb && third === 0xbf;
  const unmarked = mark ? buffer.subarray(3) : buffer;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(unmarked), encoding: "utf-8", mark };
  } catch {
    return mark ? undefined : { text: buffer.toString("latin1"), encoding: "latin-1", mark };
  }
};

/** Encodes the text. Undefined if the encoding cannot represent one of its characters. */
export const encodeText = ({ text, encoding, mark }: TextFile): Uint8Array | undefined => {
  const marked = mark ? `\uFEFF${text}` : text;
  switch (encoding) {
    case "utf-8":
      return marked.isWellFormed() ? Buffer.from(marked, "utf8") : undefined;
    case "utf-16le":
      return Buffer.from(marked, "utf16le");
    case "utf-16be":
      return Buffer.from(marked, "utf16le").swap16();
    case "latin-1":
      return /[^\0-\u00FF]/.test(text) ? undefined : Buffer.from(text, "latin1");
  }
};

const decodeUtf16 = (buffer: Buffer, encoding: "utf-16le" | "utf-16be"): TextFile | undefined => {
  if (buffer.length % 2 !== 0) return undefined;
  const units = encoding === "utf-16le" ? buffer : Buffer.from(buffer).swap16();
  return { text: units.toString("utf16le", 2), encoding, mark: true };
};

/**
 * Encodes new content like the old file: same encoding if it can represent the content, same byte order mark, same line
 * ends.
 */
export const encodeLike = (old: TextFile, content: string): Uint8Array => {
  const keepsEnds = mostUsedLineEnd(old.text) === "\r\n" && !content.includes("\r\n");
  const ended = (keepsEnds ? withLineEnds(content, "\r\n") : content).toWellFormed();
  const unmarked = old.mark && ended.startsWith("\uFEFF") ? ended.slice(1) : ended;
  return encodeText({ ...old, text: unmarked }) ?? Buffer.from(ended, "utf8");
};

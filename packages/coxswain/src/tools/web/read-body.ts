import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import type { Zlib } from "node:zlib";

export interface Body {
  readonly bytes: Buffer;
  /** True if this is the whole body. */
  readonly complete: boolean;
}

/** Reads and decompresses a body up to `maxBytes`. Never holds more than that in memory. */
export const readBody = async (response: IncomingMessage, maxBytes: number, onBytes: (bytes: number) => void = () => {}): Promise<Body> => {
  const chunks: Buffer[] = [];
  let size = 0;
  const content = await unpacked(response);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      const fitting = chunk.subarray(0, maxBytes - size);
      chunks.push(fitting);
      size += fitting.length;
      onBytes(size);
      if (fitting.length < chunk.length) return { bytes: Buffer.concat(chunks), complete: false };
    }
  } catch (error) {
    // A response without a body may still have a content-encoding.
    const isNothing = response.complete && "bytesWritten" in content && content.bytesWritten === 0;
    if (!isNothing || (error as NodeJS.ErrnoException).code !== "Z_BUF_ERROR") throw error;
  }
  return { bytes: Buffer.concat(chunks), complete: true };
};

const unpacked = async (response: IncomingMessage): Promise<IncomingMessage | (Transform & Zlib)> => {
  const packing = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (packing === "identity" || packing === "") return response;
  const [zlib, { pipeline }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  const makers: Readonly<Record<string, () => Transform & Zlib>> = {
    gzip: zlib.createGunzip,
    "x-gzip": zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  };
  const make = makers[packing];
  if (make === undefined) throw new Error(`unsupported content encoding ${packing}`);
  // Pipeline errors are emitted by the returned stream.
  return pipeline(response, make(), () => {});
};

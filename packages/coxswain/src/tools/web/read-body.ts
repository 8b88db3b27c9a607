import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import type { Zlib } from "node:zlib";

export interface Body {
  readonly bytes: Buffer;
  /** Whether that is all of it. */
  readonly complete: boolean;
}

/** Reads a body, unpacked, up to so many bytes: packed or not, no more is ever held. */
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
    // An answer without a body may say how it would be packed.
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
  if (make === undefined) throw new Error(`it is packed as ${packing}, which nobody asked for`);
  // Its errors come out of what is read.
  return pipeline(response, make(), () => {});
};

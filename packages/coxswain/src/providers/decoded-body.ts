import type { Readable } from "node:stream";
import zlib from "node:zlib";

/** Decompresses a body that a server compressed without being asked. Returns undefined for an unknown encoding. */
export const decodedBody = (incoming: Readable, encoding: string): Readable | undefined => {
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) return undefined;
  incoming.once("error", (error) => decoder.destroy(error));
  // A consumer that destroys the decoded body also ends the request.
  decoder.once("close", () => decoder.readableEnded || incoming.destroy());
  // The response may have failed while this module was loading.
  if (incoming.destroyed) decoder.destroy(incoming.errored ?? undefined);
  return incoming.pipe(decoder);
};

const SYNC = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
const DECODERS: Readonly<Record<string, () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress>> = {
  gzip: () => zlib.createGunzip(SYNC),
  "x-gzip": () => zlib.createGunzip(SYNC),
  deflate: () => zlib.createInflate(SYNC),
  br: () => zlib.createBrotliDecompress(BROTLI),
};

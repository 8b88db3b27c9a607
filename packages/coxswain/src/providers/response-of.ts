import type { Readable } from "node:stream";
import type { Answer } from "./answer.ts";

/** Converts an answer to a web `Response` for adapters that parse it themselves. Calls `onBytes` for each chunk. */
export const responseOf = ({ status, statusText, headers: named, body }: Answer, onBytes: () => void): Response => {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(named)) {
    for (const one of typeof value === "string" ? [value] : value) headers.append(name, one);
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) body.resume();
  return new Response(hasBody ? webStream(body, onBytes) : null, { status, statusText, headers });
};

/** Node.js emits each part of a chunked body separately. Parts of the same read are concatenated. */
const webStream = (source: Readable, onBytes: () => void): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let open = true;
  let arrived: Buffer<ArrayBuffer>[] = [];
  return new ReadableStream(
    {
      start: (controller) => {
        const flush = () => {
          if (!open || arrived.length === 0) return;
          controller.enqueue(Buffer.concat(arrived));
          arrived = [];
          if ((controller.desiredSize ?? 1) <= 0) source.pause();
        };
        source.on("data", (chunk: Buffer<ArrayBuffer>) => {
          onBytes();
          if (arrived.push(chunk) === 1) queueMicrotask(flush);
        });
        source.once("end", () => {
          flush();
          if (open) controller.close();
          open = false;
        });
        source.on("error", (error) => {
          flush();
          open = false;
          controller.error(error);
        });
      },
      pull: () => void source.resume(),
      cancel: () => {
        open = false;
        source.destroy();
      },
    },
    { highWaterMark: 16 },
  );
};

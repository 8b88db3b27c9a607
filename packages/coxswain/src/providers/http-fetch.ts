import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import zlib from "node:zlib";
import { ModelError } from "../model/index.ts";
import type { Fetch } from "./fetch.ts";

export interface HttpFetchOptions {
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are looked up, in either case. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called for each chunk of bytes that arrives, with the signal of its request. */
  readonly onBytes: (signal: AbortSignal) => void;
}

/**
 * A `fetch` for streamed answers over node:http: kept connections, proxies from the environment, custom certificate
 * authorities from `NODE_EXTRA_CA_CERTS`, compressed bodies. It takes a URL and a body of text or bytes. Redirects are
 * followed with method and body, and only on the same host: a key is never shown to another.
 */
export const httpFetch = (options: HttpFetchOptions): Fetch => {
  const agents = {
    "http:": new http.Agent({ ...KEPT, proxyEnv: options.env }),
    "https:": new https.Agent({ ...KEPT, proxyEnv: options.env }),
    direct: new http.Agent(KEPT),
    directTls: new https.Agent(KEPT),
  };
  const agentFor = (url: URL): http.Agent => {
    if (isLoopback(url.hostname)) return url.protocol === "https:" ? agents.directTls : agents.direct;
    return url.protocol === "https:" ? agents["https:"] : agents["http:"];
  };

  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError("httpFetch takes a URL, not a Request.");
    let url = new URL(input);
    for (let hop = 0; ; hop += 1) {
      const incoming = await send(url, init, agentFor(url));
      if (init.signal != null) options.onBytes(init.signal);
      const location = incoming.headers.location;
      if (!REDIRECTS.has(incoming.statusCode ?? 0) || location === undefined)
        return toResponse(incoming, init.signal ?? undefined, options);
      incoming.resume();
      if (hop === MAX_REDIRECTS) throw new ModelError("invalid", `${url.origin} redirects too often. Check the base URL.`);
      url = redirected(url, new URL(location, url));
    }
  };
};

// Shorter than the idle limit of the common servers (5 s), so that no request goes out on a connection just being closed.
const KEPT = { keepAlive: true, scheduling: "lifo", timeout: 4000 } as const;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const MAX_REDIRECTS = 5;

const send = (url: URL, init: RequestInit, agent: http.Agent): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { signal, body } = init;
    if (signal?.aborted === true) return reject(signal.reason);
    if (body != null && typeof body !== "string" && !(body instanceof Uint8Array)) {
      return reject(new TypeError("httpFetch takes a body of text or bytes."));
    }
    const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? undefined);
    const headers: http.OutgoingHttpHeaders = { "accept-encoding": "identity", ...Object.fromEntries(new Headers(init.headers)) };
    if (bytes !== undefined) headers["content-length"] = bytes.byteLength;
    const request = (url.protocol === "https:" ? https : http).request(url, { method: init.method ?? "GET", headers, agent });
    const abort = () => request.destroy(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal?.removeEventListener("abort", abort));
    request.once("response", resolve);
    request.on("error", reject);
    request.end(bytes);
  });

const redirected = (from: URL, to: URL): URL => {
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  if (from.hostname === to.hostname && (from.origin === to.origin || upgraded)) return to;
  throw new ModelError(
    "invalid",
    `${from.origin} redirects to ${to.origin}, which is not given the key. If it is right, set it as the base URL.`,
  );
};

const toResponse = (incoming: http.IncomingMessage, signal: AbortSignal | undefined, { onBytes }: HttpFetchOptions): Response => {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) for (const one of value ?? []) headers.append(name, one);
  if (signal !== undefined) incoming.on("data", () => onBytes(signal));
  const decoder = DECODERS[incoming.headers["content-encoding"] ?? ""]?.();
  const body = decoder === undefined ? incoming : incoming.on("error", (error) => decoder.destroy(error)).pipe(decoder);
  if (decoder !== undefined) headers.delete("content-encoding");
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? webStream(body) : null, { status, statusText: incoming.statusMessage ?? "", headers });
};

const SYNC = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
const DECODERS: Readonly<Record<string, () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress>> = {
  gzip: () => zlib.createGunzip(SYNC),
  "x-gzip": () => zlib.createGunzip(SYNC),
  deflate: () => zlib.createInflate(SYNC),
  br: () => zlib.createBrotliDecompress(BROTLI),
};

/** Node gives each part of a chunked body by itself; those that came in one read go on as one. */
const webStream = (source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> => {
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

const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || host.startsWith("127.");

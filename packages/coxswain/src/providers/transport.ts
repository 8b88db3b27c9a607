import { ModelError } from "../model/index.ts";
import type { Fetch } from "./fetch.ts";

/** How requests go out, and how it is seen that something comes back. */
export interface Transport {
  readonly fetch: Fetch;
  /** Calls back for each chunk of bytes of the response to the request with that signal. */
  readonly onBytes: (signal: AbortSignal, listener: () => void) => void;
}

export interface TransportOptions {
  /** Sends the requests. Default: our own over node:http, loaded at the first request. */
  readonly fetch?: Fetch | undefined;
  /** Where proxies are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const createTransport = (options: TransportOptions): Transport => {
  const listeners = new WeakMap<AbortSignal, () => void>();
  const tell = (signal: AbortSignal) => listeners.get(signal)?.();
  let own: Promise<Fetch> | undefined;
  const loadOwn = () => import("./http-fetch.ts").then(({ httpFetch }) => httpFetch({ env: options.env, onBytes: tell }));

  return {
    onBytes: (signal, listener) => void listeners.set(signal, listener),
    fetch: async (input, init) => {
      // Native fetch shows a redirect's target all headers but Authorization, and most keys are in others.
      if (options.fetch !== undefined) {
        return withStream(counted(await options.fetch(input, { ...init, redirect: "error" }), init?.signal ?? undefined, tell));
      }
      own ??= loadOwn();
      return withStream(await (await own)(input, init));
    },
  };
};

const counted = (response: Response, signal: AbortSignal | undefined, tell: (signal: AbortSignal) => void): Response => {
  if (response.body === null || signal === undefined) return response;
  tell(signal);
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      tell(signal);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
};

/**
 * Lets through only what can be a stream. Some servers answer an error with status 200, and a wrong address may show a
 * web page: an adapter would take both for a stream without an end.
 */
const withStream = async (response: Response): Promise<Response> => {
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200) return response;
  if (/text\/html/i.test(type)) {
    throw new ModelError(
      "invalid",
      "The server answered with a web page where a model's answer was due. Check the base URL and the proxy settings.",
    );
  }
  if (!/^application\/json\b/i.test(type)) return response;
  const body = await response.text();
  return body.includes('"error"')
    ? new Response(body, { status: statusIn(body), headers: response.headers })
    : new Response(body, response);
};

/** The status that the error in a body names, else that of a server's fault. */
const statusIn = (body: string): number => {
  const named = Number(/"(?:code|status|status_code|statusCode)"\s*:\s*"?(\d{3})"?\b/.exec(body)?.[1]);
  return named >= 400 && named < 600 ? named : 500;
};

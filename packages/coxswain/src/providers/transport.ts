import { Readable } from "node:stream";
import { ModelError } from "../model/index.ts";
import { type Answer, answerOf, bodyText } from "./answer.ts";
import type { Fetch, WrittenRequest } from "./http-sender.ts";
import { responseOf } from "./response-of.ts";

/** Sends requests and reports received bytes. */
export interface Transport {
  /** The `fetch` for adapters. */
  readonly fetch: Fetch;
  /** Changes the adapter's request that uses `signal` before it is sent. */
  readonly amend: (signal: AbortSignal, change: (request: WrittenRequest) => WrittenRequest) => void;
  /** Sends a request. The answer is a stream, or has an error status. */
  readonly send: (request: WrittenRequest) => Promise<Answer>;
  /** Registers a listener for each chunk of the response to the adapter's request that uses `signal`. */
  readonly onBytes: (signal: AbortSignal, listener: () => void) => void;
}

export interface TransportOptions {
  /** Sends the requests. Default: our sender over node:http, loaded at the first request. */
  readonly fetch?: Fetch | undefined;
  /** The environment with the proxy variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Send = Transport["send"];

export const createTransport = (options: TransportOptions): Transport => {
  const listeners = new WeakMap<AbortSignal, () => void>();
  const changes = new WeakMap<AbortSignal, (request: WrittenRequest) => WrittenRequest>();
  let own: Promise<Send> | undefined;
  const loadOwn = () => import("./http-sender.ts").then(({ httpSender }) => httpSender(options.env));

  const send: Send = async (request) => {
    // Native fetch sends all headers except Authorization to a redirect's target, and most API keys use other headers.
    if (options.fetch !== undefined) {
      return withStream(answerOf(await options.fetch(request.url, { ...request.init, redirect: "error" })));
    }
    own ??= loadOwn();
    return withStream(await (await own)(request));
  };

  return {
    send,
    amend: (signal, change) => void changes.set(signal, change),
    onBytes: (signal, listener) => void listeners.set(signal, listener),
    fetch: async (input, init = {}) => {
      if (typeof input !== "string" && !(input instanceof URL)) throw new TypeError("A request is sent by its URL, not as a Request.");
      const { signal } = init;
      const notify = () => (signal == null ? undefined : listeners.get(signal)?.());
      const request = { url: input, init };
      const change = signal == null ? undefined : changes.get(signal);
      const answer = await send(change === undefined ? request : change(request));
      notify();
      return responseOf(answer, notify);
    },
  };
};

/**
 * Rejects answers that cannot be a stream. Some servers send an error with status 200, and a wrong URL may return a
 * web page: the adapter would treat it as a truncated stream.
 */
const withStream = async (answer: Answer): Promise<Answer> => {
  if (answer.status !== 200) return answer;
  const type = String(answer.headers["content-type"] ?? "");
  if (/text\/html/i.test(type)) {
    answer.body.destroy();
    throw new ModelError(
      "invalid",
      "The server answered with a web page where a model's answer was due. Check the base URL and the proxy settings.",
    );
  }
  if (!/^application\/json\b/i.test(type)) return answer;
  const text = await bodyText(answer);
  return { ...answer, status: text.includes('"error"') ? statusIn(text) : 200, body: Readable.from([Buffer.from(text)]) };
};

/** Returns the status in an error body, else 500. */
const statusIn = (body: string): number => {
  const named = Number(/"(?:code|status|status_code|statusCode)"\s*:\s*"?(\d{3})"?\b/.exec(body)?.[1]);
  return named >= 400 && named < 600 ? named : 500;
};

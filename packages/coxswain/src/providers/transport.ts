import { Readable } from "node:stream";
import { ModelError } from "../model/index.ts";
import { type Answer, answerOf, bodyText } from "./answer.ts";
import type { Fetch } from "./fetch.ts";
import { responseOf } from "./response-of.ts";
import type { WrittenRequest } from "./written-request.ts";

/** How requests go out, and how it is seen that something comes back. */
export interface Transport {
  /** What the adapters are given to send their requests with. */
  readonly fetch: Fetch;
  /**
   * The request under that signal is not sent: `take` is given it as the adapter wrote it, and the adapter never hears of
   * an answer.
   */
  readonly intercept: (signal: AbortSignal, take: (request: WrittenRequest) => void) => void;
  /** The adapter's request under that signal is changed before it is sent. */
  readonly amend: (signal: AbortSignal, change: (request: WrittenRequest) => WrittenRequest) => void;
  /** Sends a request. Its answer is a stream, or has a status that says what went wrong. */
  readonly send: (request: WrittenRequest) => Promise<Answer>;
  /** Calls back for each chunk of bytes of the response to the adapter's request with that signal. */
  readonly onBytes: (signal: AbortSignal, listener: () => void) => void;
}

export interface TransportOptions {
  /** Sends the requests. Default: our own over node:http, loaded at the first request. */
  readonly fetch?: Fetch | undefined;
  /** Where proxies are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Send = Transport["send"];

export const createTransport = (options: TransportOptions): Transport => {
  const listeners = new WeakMap<AbortSignal, () => void>();
  const takers = new WeakMap<AbortSignal, (request: WrittenRequest) => void>();
  const changes = new WeakMap<AbortSignal, (request: WrittenRequest) => WrittenRequest>();
  let own: Promise<Send> | undefined;
  const loadOwn = () => import("./http-sender.ts").then(({ httpSender }) => httpSender(options.env));

  const send: Send = async (request) => {
    // Native fetch shows a redirect's target all headers but Authorization, and most keys are in others.
    if (options.fetch !== undefined) {
      return withStream(answerOf(await options.fetch(request.url, { ...request.init, redirect: "error" })));
    }
    own ??= loadOwn();
    return withStream(await (await own)(request));
  };

  return {
    send,
    intercept: (signal, take) => void takers.set(signal, take),
    amend: (signal, change) => void changes.set(signal, change),
    onBytes: (signal, listener) => void listeners.set(signal, listener),
    fetch: async (input, init = {}) => {
      if (typeof input !== "string" && !(input instanceof URL)) throw new TypeError("A request is sent by its URL, not as a Request.");
      const { signal } = init;
      const take = signal == null ? undefined : takers.get(signal);
      if (signal != null && take !== undefined) {
        takers.delete(signal);
        take({ url: input, init });
        // A new one each time: whoever waits for it is let go with it.
        return new Promise<never>(() => {});
      }
      const heard = () => (signal == null ? undefined : listeners.get(signal)?.());
      const request = { url: input, init };
      const change = signal == null ? undefined : changes.get(signal);
      const answer = await send(change === undefined ? request : change(request));
      heard();
      return responseOf(answer, heard);
    },
  };
};

/**
 * Lets through only what can be a stream. Some servers answer an error with status 200, and a wrong address may show a
 * web page: it would be taken for a stream without an end.
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

/** The status that the error in a body names, else that of a server's fault. */
const statusIn = (body: string): number => {
  const named = Number(/"(?:code|status|status_code|statusCode)"\s*:\s*"?(\d{3})"?\b/.exec(body)?.[1]);
  return named >= 400 && named < 600 ? named : 500;
};

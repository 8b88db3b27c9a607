import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { unlessAborted } from "../../base/index.ts";
import { type ToolContext, ToolError } from "../../loop/index.ts";
import { assertWeb, shownUrl } from "../web-url.ts";
import { assertReachable, safeLookup, type WebOptions } from "./safe-lookup.ts";
import { type TimeCap, timeCap } from "./time-cap.ts";
/** Maximum number of redirects. */
const REDIRECTS = 5;
const HEADERS = { "user-agent": "coxswain", "accept-encoding": "gzip, deflate, br", accept: "text/markdown, text/html;q=0.9, */*;q=0.8" };

export interface WebRequest {
  /** Tool that sends the request. */
  readonly tool: string;
  readonly options: WebOptions;
  readonly context: Pick<ToolContext, "permission" | "signal">;
  /** Timeout of the whole request in milliseconds: DNS, redirects and body. Excludes the time of permission prompts. */
  readonly timeout: number;
  /**
   * Additional headers, for example a key. Such a request follows no redirect, so that another host never receives
   * them.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body of a POST request. */
  readonly json?: unknown;
}

/** Response of a server. The caller must read or destroy its body. */
export interface WebResponse {
  /** Final URL after redirects. */
  readonly url: URL;
  readonly response: IncomingMessage;
  /** Aborts with the call and at the timeout. */
  readonly signal: AbortSignal;
}

/**
 * Requests a URL, passes the response to `use`, and releases the connection. Each redirect gets the same checks as the
 * first URL: its form, its permission, and the addresses of its host.
 * @throws {ToolError}
 */
export const withResponse = async <T>(url: URL, order: WebRequest, use: (answer: WebResponse) => Promise<T>): Promise<T> => {
  const cap = timeCap(order.timeout);
  const signal = AbortSignal.any([cap.signal, order.context.signal]);
  try {
    const answer = await follow(url, order, signal, cap);
    try {
      return await use(answer);
    } finally {
      answer.response.destroy();
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (order.context.signal.aborted) throw new ToolError("Cancelled.", { cause: error });
    if (cap.signal.aborted) throw new ToolError(`${url.host} did not respond completely within ${order.timeout} ms.`, { cause: error });
    throw new ToolError(`${url.host} could not be reached: ${failureReason(error)}.`, { cause: error });
  } finally {
    cap.end();
  }
};

/** When several addresses failed, the error has a code but no message. */
const failureReason = (error: unknown): string =>
  error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error);

const follow = async (first: URL, order: WebRequest, signal: AbortSignal, cap: TimeCap): Promise<WebResponse> => {
  const { tool, options, context } = order;
  let url = first;
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const lookup = await unlessAborted(safeLookup(url, options), signal);
    const response = await send(url, order, lookup, signal);
    const to = redirect(url, response);
    if (to === undefined) return { url, response, signal };
    response.destroy();
    if (order.headers !== undefined || order.json !== undefined)
      throw new ToolError(`${url.host} redirects to ${to.host}; a request with a body or key is not redirected to another host.`);
    assertWeb(to);
    if (url.protocol === "https:" && to.protocol === "http:")
      throw new ToolError(
        `${shownUrl(url.href)} redirects to ${shownUrl(to.href)}, which is not encrypted; the redirect was not followed.`,
      );
    await unlessAborted(assertReachable(to, options), signal);
    await cap.without(() => context.permission({ tool, effect: "network", subject: to.href }));
    url = to;
  }
  throw new ToolError(`${shownUrl(first.href)} redirects more than ${REDIRECTS} times.`);
};

/** Uses no keep-alive: a connection to an address that was checked for another host must not be reused. */
const send = async (url: URL, { headers, json }: WebRequest, lookup: LookupFunction, signal: AbortSignal): Promise<IncomingMessage> => {
  const [http, https] = await Promise.all([import("node:http"), import("node:https")]);
  return new Promise((resolve, reject) => {
    const type = json === undefined ? {} : { "content-type": "application/json" };
    const method = json === undefined ? "GET" : "POST";
    const options = { method, lookup, signal, headers: { ...HEADERS, ...type, ...headers }, agent: false } as const;
    const sent = url.protocol === "https:" ? https.request(url.href, options) : http.request(url.href, options);
    sent.once("response", resolve);
    // Errors after the response headers are emitted by the body.
    sent.on("error", reject);
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
};

const redirect = (from: URL, { statusCode = 0, headers: { location } }: IncomingMessage): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href))
    throw new ToolError(`${shownUrl(from.href)} redirects to ${shownUrl(location)}, which is not a URL.`);
  const to = new URL(location, from);
  to.hash = "";
  return to;
};

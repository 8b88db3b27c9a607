import { asRecord } from "../base/index.ts";
import { INTERNAL_ERROR, MAX_MESSAGE, TOO_LONG } from "./stdio-transport.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Wraps `fetch` so that no message of a response is over the limit: the body of JSON, or one event of a stream. JSON over
 * the limit fails. A stream ends at such an event, with an error as the answer to its request.
 */
export const boundedFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
    const body = response.body.pipeThrough(isStream ? eventLimit(requestId(init)) : messageLimit());
    const bounded = new Response(body, response);
    // A new response has no address, and the client compares it with the one of the request.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };

/** Id of the request whose answer a stream has. Undefined: it has only messages of the server. */
const requestId = (init: RequestInit | undefined): unknown =>
  typeof init?.body === "string" ? asRecord(JSON.parse(init.body))["id"] : undefined;

const messageLimit = (): TransformStream<Uint8Array, Uint8Array> => {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      if (length > MAX_MESSAGE) controller.error(new Error(TOO_LONG));
      else controller.enqueue(chunk);
    },
  });
};

/** Ends of events, with each combination of line ends: the second line is empty. */
const EVENT_ENDS = ["\n\n", "\n\r", "\r\r"];

const eventLimit = (request: unknown): TransformStream<Uint8Array, Uint8Array> => {
  let length = 0;
  // An end may be cut in two.
  let last = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = Buffer.concat([last, chunk]);
      const end = Math.max(...EVENT_ENDS.map((separator) => bytes.lastIndexOf(separator)));
      length = end === -1 ? length + chunk.length : bytes.length - end;
      last = bytes.subarray(-1);
      if (length <= MAX_MESSAGE) return controller.enqueue(chunk);
      const answer = { jsonrpc: "2.0", id: request, error: { code: INTERNAL_ERROR, message: TOO_LONG } };
      // A broken stream would be resumed, to receive the same event again.
      if (request !== undefined) controller.enqueue(Buffer.from(`\n\ndata: ${JSON.stringify(answer)}\n\n`));
      controller.terminate();
    },
  });
};

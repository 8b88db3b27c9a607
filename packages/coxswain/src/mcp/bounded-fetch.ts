import { MAX_MESSAGE, TOO_LONG } from "./stdio-transport.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Wraps `fetch` so that no message of a response is over the limit: the body of JSON, or one event of a stream. Calls
 * `onTooLong` for one that is, and fails its body.
 */
export const boundedFetch =
  (fetch: Fetch, onTooLong: (reason: string) => void): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const body = response.body.pipeThrough(messageLimit(isStream, onTooLong));
    const bounded = new Response(body, response);
    // A new response has no address, and the client compares it with the one of the request.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };

/** Ends of events, with each line end that streams may have. */
const EVENT_ENDS = ["\n\n", "\r\n\r\n", "\r\r"];

/** Fails the stream at a message over the limit. */
const messageLimit = (isStream: boolean, onTooLong: (reason: string) => void): TransformStream<Uint8Array, Uint8Array> => {
  let length = 0;
  // An end may be cut in two.
  let tail = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      if (isStream) {
        const bytes = Buffer.concat([tail, chunk]);
        const end = Math.max(...EVENT_ENDS.map((separator) => bytes.lastIndexOf(separator)));
        if (end !== -1) length = bytes.length - end;
        tail = bytes.subarray(-3);
      }
      if (length <= MAX_MESSAGE) return controller.enqueue(chunk);
      controller.error(new Error(TOO_LONG));
      onTooLong(TOO_LONG);
    },
  });
};

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

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Fails the stream at a message over the limit. Events end with an empty line. */
const messageLimit = (
  isStream: boolean,
  onTooLong: (reason: string) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let length = 0;
  let previous = 0;
  const count = (byte: number): void => {
    if (byte === CARRIAGE_RETURN) return;
    length = byte === LINE_FEED && previous === LINE_FEED ? 0 : length + 1;
    previous = byte;
  };
  return new TransformStream({
    transform(chunk, controller) {
      if (isStream) chunk.forEach(count);
      else length += chunk.length;
      if (length <= MAX_MESSAGE) return controller.enqueue(chunk);
      controller.error(new Error(TOO_LONG));
      onTooLong(TOO_LONG);
    },
  });
};

import type { JsonObject } from "./json.ts";
import type { Wire } from "./request.ts";

/** The minimal request of each wire, for tests that inspect the bytes. */
export const REQUESTS: Readonly<Record<Wire, { readonly path: string; readonly body: JsonObject }>> = {
  anthropic: {
    path: "/v1/messages",
    body: { model: "claude-sonnet-4-5", max_tokens: 1024, stream: true, messages: [{ role: "user", content: "Hello" }] },
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    body: { model: "gpt-4.1", stream: true, stream_options: { include_usage: true }, messages: [{ role: "user", content: "Hello" }] },
  },
  "openai-responses": {
    path: "/v1/responses",
    body: { model: "gpt-5", stream: true, store: false, input: [{ role: "user", content: "Hello" }] },
  },
  gemini: {
    path: "/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse",
    body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
  },
};

export const WIRES = Object.keys(REQUESTS) as Wire[];

export const post = (
  url: string,
  wire: Wire,
  options: { readonly body?: JsonObject; readonly signal?: AbortSignal } = {},
): Promise<Response> =>
  fetch(`${url}${REQUESTS[wire].path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(options.body ?? REQUESTS[wire].body),
    signal: options.signal ?? null,
  });

/** Returns a stream's events and comments without their empty lines. */
export const eventsOf = (text: string): string[] => text.split("\n\n").filter((event) => event !== "");

/** Returns the parsed data of events; omits an end marker that is not JSON. */
export const dataOf = (text: string): JsonObject[] =>
  eventsOf(text)
    .map((event) => /^data: (\{.*\})$/m.exec(event)?.[1])
    .flatMap((data) => (data === undefined ? [] : [JSON.parse(data) as JsonObject]));

/** Reads a body until it has `count` events or ends. */
export const readEvents = async (body: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<string[]> => {
  const decoder = new TextDecoder();
  let text = "";
  while (eventsOf(text).length < count) {
    const { done, value } = await body.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return eventsOf(text);
};

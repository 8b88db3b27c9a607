import type { IncomingMessage, ServerResponse } from "node:http";
import { isObject } from "./json.ts";
import type { LoopbackRequest } from "./request.ts";
import type { Route } from "./route.ts";
import type { WireError } from "./wire.ts";

/** Reads a complete request. Returns an error to respond with if the body is not a JSON object. */
export const receive = async (
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
): Promise<{ readonly request: LoopbackRequest; readonly error?: WireError }> => {
  const at = performance.now();
  const aborted = new Promise<void>((resolve) => {
    response.once("close", () => {
      if (!response.writableFinished && response.errored === null) resolve();
    });
  });
  const text = await readText(request);
  const parsed = parse(text);
  const body = isObject(parsed) ? parsed : {};
  const { model } = body;
  return {
    request: {
      wire: route.wire,
      model: route.model ?? (typeof model === "string" ? model : ""),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      text,
      body,
      at,
      aborted,
    },
    ...(isObject(parsed) ? {} : { error: { status: 400, message: "We could not parse the JSON body of your request." } }),
  };
};

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

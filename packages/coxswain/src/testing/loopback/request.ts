import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "./json.ts";

export type Wire = "anthropic" | "openai-chat" | "openai-responses" | "gemini";

/** A received request. */
export interface LoopbackRequest {
  readonly wire: Wire;
  /** The model ID from the body or, for Gemini, from the path. */
  readonly model: string;
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as a string; `body` is the parsed one. */
  readonly text: string;
  readonly body: JsonObject;
  /** The arrival time: `performance.now()`. */
  readonly at: number;
  /** Resolves if the client disconnects before the end of the response; else never settles. */
  readonly aborted: Promise<void>;
}

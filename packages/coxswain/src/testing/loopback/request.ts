import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "./json.ts";

export type Wire = "anthropic" | "openai-chat" | "openai-responses" | "gemini";

/** A request for a response, as it came. */
export interface LoopbackRequest {
  readonly wire: Wire;
  /** The model's name, from the body or, for Gemini, from the path. */
  readonly model: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text, and parsed. */
  readonly text: string;
  readonly body: JsonObject;
  /** When it began to arrive: `performance.now()`. */
  readonly at: number;
  /** Resolves when the client went away before the response was out; else never. */
  readonly aborted: Promise<void>;
}

import type { WireReply } from "./reply.ts";
import type { JsonObject } from "./json.ts";

/** How one provider's wire looks from the server's side. */
export interface WireFormat {
  /** The reply as server-sent events, each complete with its empty line. */
  readonly stream: (reply: WireReply, context: StreamContext) => WireStream;
  /** The body of a response with an error status. */
  readonly errorBody: (error: WireError) => JsonObject;
  /** The event that ends a stream whose headers are out. */
  readonly errorEvent: (error: { readonly type: string | undefined; readonly message: string }) => string;
  readonly keepAlive: string;
  /** Why the provider would refuse the request; undefined when it would not. */
  readonly validate: (body: JsonObject, model: string) => WireError | undefined;
}

export interface StreamContext {
  readonly model: string;
  readonly body: JsonObject;
  /** Unique among the server's responses, from 1. */
  readonly number: number;
  /** Characters in a delta. */
  readonly chunk: number;
}

export interface WireStream {
  readonly content: readonly string[];
  /** What tells the client that the response is whole; empty when it never does. */
  readonly ending: readonly string[];
}

export interface WireError {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
}

import type { WireReply } from "./reply.ts";
import type { JsonObject } from "./json.ts";

/** The server side of one provider's wire. */
export interface WireFormat {
  /** Returns the reply as server-sent events, each with its empty line. */
  readonly stream: (reply: WireReply, context: StreamContext) => WireStream;
  /** Returns the body of an error response. */
  readonly errorBody: (error: WireError) => JsonObject;
  /** Returns the event that reports an error after the headers. */
  readonly errorEvent: (error: { readonly type: string | undefined; readonly message: string }) => string;
  readonly keepAlive: string;
  /** Returns the provider's error for an invalid request; undefined for a valid one. */
  readonly validate: (body: JsonObject, model: string) => WireError | undefined;
}

export interface StreamContext {
  readonly model: string;
  readonly body: JsonObject;
  /** The response's number on this server, from 1. */
  readonly number: number;
  /** Number of characters per delta. */
  readonly chunk: number;
}

export interface WireStream {
  readonly content: readonly string[];
  /** The events that mark the response as complete; empty if it stays incomplete. */
  readonly ending: readonly string[];
}

export interface WireError {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
}

import type { ModelRequest, StreamPart, Thinking, ToolSpec } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import type { Origin } from "../errors/index.ts";
import type { Endpoint } from "./endpoint.ts";

/** An API format for one model: writes its requests and parses its responses. */
export interface Wire {
  readonly write: RequestWriter;
  readonly read: ResponseReader;
  /** True if the writer marks prefixes to cache with the connection's lifetime, which has its own price. */
  readonly marksCache: boolean;
}

/** An HTTP request before the user's options are merged into its body. */
export interface WireRequest extends Endpoint {
  /** A JSON object without undefined fields. It may share objects with other requests: copy what you change. */
  readonly body: BodyOptions;
}

/**
 * Writes a request in the API's format, without the user's options and without I/O.
 *
 * @param thinking a level that the model supports; undefined if it has none
 */
export type RequestWriter = (request: ModelRequest, thinking: Thinking | undefined) => WireRequest;

/** Creates a reader for one response. */
export type ResponseReader = (context: WireContext) => WireReader;

/** Parses one response, event by event. */
export interface WireReader {
  /**
   * Processes a parsed JSON event.
   *
   * @throws {UnreadableAnswer} if the event violates the API format
   * @throws {FailedAnswer} if the event reports a failure
   * @throws {ModelError} if the response ends incomplete
   */
  read(event: unknown): void;
  /**
   * Processes the end of the stream.
   *
   * @returns how to continue the response with another request; undefined if the response is complete
   * @throws as `read`
   */
  end(): Continuation | undefined;
}

/** Changes the body of a request, with the user's options, to that of one that continues its response. */
export type Continuation = (body: BodyOptions) => BodyOptions;

export interface WireContext {
  readonly emit: (part: StreamPart) => void;
  readonly origin: Origin;
  /** The tools that were declared to the model. */
  readonly tools: readonly ToolSpec[];
}

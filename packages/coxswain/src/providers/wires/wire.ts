import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { StreamPart, ToolSpec } from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import type { Origin } from "../errors/index.ts";

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
   * @returns provider options for a request that continues the response; undefined if the response is complete
   * @throws as `read`
   */
  end(): SharedV4ProviderOptions | undefined;
}

export interface WireContext {
  readonly emit: (part: StreamPart) => void;
  readonly dialect: Dialect;
  readonly origin: Origin;
  /** The tools that were declared to the model. */
  readonly tools: readonly ToolSpec[];
}

/** Creates a reader for one API format. */
export type Wire = (context: WireContext) => WireReader;

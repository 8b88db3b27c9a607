import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { StreamPart, ToolSpec } from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import type { Origin } from "../errors/index.ts";

/** Reads one response, event by event. */
export interface WireReader {
  /**
   * Takes an event, as JSON gave it.
   *
   * @throws {UnreadableAnswer} for what the wire does not have
   * @throws {FailedAnswer} when the event says that the response failed
   * @throws {ModelError} for an end that is none
   */
  read(event: unknown): void;
  /**
   * The stream is at its end.
   *
   * @returns options for another request in which the answer goes on; undefined when it does not
   * @throws as `read`
   */
  end(): SharedV4ProviderOptions | undefined;
}

export interface WireContext {
  /** Takes the parts. */
  readonly emit: (part: StreamPart) => void;
  readonly dialect: Dialect;
  readonly origin: Origin;
  /** Those that the model was told of. */
  readonly tools: readonly ToolSpec[];
}

/** What reads the responses of one wire. */
export type Wire = (context: WireContext) => WireReader;

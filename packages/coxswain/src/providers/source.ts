import type { StreamPart } from "../model/index.ts";

/** Receives the events of one response. */
export interface Sink {
  /** Bytes arrived, with or without content. */
  bytes(): void;
  part(part: StreamPart): void;
  /** The stream ended. */
  end(): void;
  /** The response failed, for a reason of any kind. */
  fail(error: unknown): void;
  /** Number of queued parts. */
  readonly backlog: number;
  /** True after the finish, a failure or a cancellation. */
  readonly closed: boolean;
}

/** Emits the parts of one response to its sink, from `open` until `end` or `fail`. */
export interface Source {
  /** Sends the request. */
  open(): void;
  /** Requests more parts: a read is pending. */
  more(): void;
  /** Reads the rest of the response after the finish, then calls `end`. */
  drain(): void;
  /** Cancels the request in any state. */
  cancel(): void;
}

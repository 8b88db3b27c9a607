import type { StreamPart } from "../model/index.ts";

/** Who takes what comes of one response. */
export interface Sink {
  /** Something came, be it no part of the answer. */
  bytes(): void;
  part(part: StreamPart): void;
  /** There will be no more. */
  end(): void;
  /** The response failed, for a reason of any kind. */
  fail(error: unknown): void;
  /** How many parts nobody has taken yet. */
  readonly backlog: number;
  /** Whether nothing more of the answer is wanted. */
  readonly closed: boolean;
}

/** Where the parts of one response come from. It tells its sink from `open` until `end` or `fail`. */
export interface Source {
  /** Sends the request. */
  open(): void;
  /** A part is waited for. */
  more(): void;
  /** The answer is whole: what is left of the response is read to its end, which is told. */
  drain(): void;
  /** The request is ended, wherever it stands. */
  cancel(): void;
}

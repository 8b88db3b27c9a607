/**
 * A fault of a response. `after` is the number of events of the normal stream to send first; if it exceeds the stream,
 * all of them are sent.
 */
export type Fault =
  /**
   * An error before the stream. Default body: the wire's own error of that status. A string body is sent as HTML unless
   * `headers` specify another type.
   */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | object;
    }
  /** The connection is reset: before the headers without `after`, else in the stream. */
  | { readonly kind: "reset"; readonly after?: number }
  /** The body ends normally, but too early. */
  | { readonly kind: "cut"; readonly after: number }
  /** Sends nothing more, or with `pings` one keep-alive after each tick, until the client or the server closes. */
  | { readonly kind: "stall"; readonly after: number; readonly pings?: boolean; readonly tick?: Tick }
  /** Sends bytes that are not an event of the wire; the stream then continues. Default: an event of broken JSON. */
  | { readonly kind: "garbage"; readonly after: number; readonly bytes?: string | Uint8Array }
  /** Sends the wire's own error event, then ends the body. Default: overloaded. */
  | { readonly kind: "error"; readonly after: number; readonly type?: string; readonly message?: string }
  /** Sends the whole stream, `bytesPerTick` bytes after each tick. */
  | { readonly kind: "drip"; readonly bytesPerTick: number; readonly tick?: Tick }
  /** Sends status 200 and a body that is not a stream. Default content type: `text/html`. */
  | { readonly kind: "body"; readonly body: string; readonly contentType?: string }
  /** Sends the whole stream in chunks of `split` bytes, which may split characters. */
  | { readonly kind: "chunks"; readonly split: number };

/** Awaited before each piece of a slow stream. Default: 10 ms. */
export type Tick = () => Promise<unknown>;

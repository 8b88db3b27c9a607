/**
 * What goes wrong with a response. `after` counts the events of the undisturbed stream that still go out; one that is
 * larger than the stream means all of them.
 */
export type Fault =
  /** An error before the stream. Default body: the wire's own error of that status. A string body goes out as HTML unless `headers` say otherwise. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | object;
    }
  /** The connection is reset: before the headers without `after`, else in the stream. */
  | { readonly kind: "reset"; readonly after?: number }
  /** The body ends properly, and too early. */
  | { readonly kind: "cut"; readonly after: number }
  /** Nothing more comes, or with `pings` only keep-alives, one after each tick, until the client or the server closes. */
  | { readonly kind: "stall"; readonly after: number; readonly pings?: boolean; readonly tick?: Tick }
  /** Bytes that are no event of the wire; the stream then goes on. Default: an event of broken JSON. */
  | { readonly kind: "garbage"; readonly after: number; readonly bytes?: string | Uint8Array }
  /** The wire's own error event, and the end of the body. Default: that the provider is overloaded. */
  | { readonly kind: "error"; readonly after: number; readonly type?: string; readonly message?: string }
  /** The whole stream, so many bytes after each tick. */
  | { readonly kind: "drip"; readonly bytesPerTick: number; readonly tick?: Tick }
  /** Status 200 and a body that is no stream. Default content type: `text/html`. */
  | { readonly kind: "body"; readonly body: string; readonly contentType?: string }
  /** The whole stream in chunks of so many bytes, whatever they cut apart. */
  | { readonly kind: "chunks"; readonly split: number };

/** Awaited before each piece of a slow stream. Default: 10 ms. */
export type Tick = () => Promise<unknown>;

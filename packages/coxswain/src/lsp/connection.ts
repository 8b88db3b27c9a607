import {
  AbstractMessageReader,
  AbstractMessageWriter,
  CancellationTokenSource,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageWriter,
} from "vscode-jsonrpc/node";
import { unlessAborted } from "../base/index.ts";

/** Bytes of a message, and of its header. A server that sends more is ended. */
const MAX_MESSAGE = 10_000_000;
const MAX_HEADER = 1000;

export interface ConnectionOptions {
  readonly write: (bytes: Uint8Array) => void;
  /** Answers requests of the server. Undefined: the method is unknown. */
  readonly answer: (method: string, params: unknown) => { readonly result: unknown } | undefined;
  readonly notified: (method: string, params: unknown) => void;
  /** Called with a clause when the server sends something that is not a message. */
  readonly failed: (reason: string) => void;
}

/** JSON-RPC over the standard streams of a server. */
export interface Connection {
  /** Adds output of the server. */
  receive(bytes: Uint8Array): void;
  /** Rejects with the error of the server, and when the signal aborts. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Has no effect once it is closed. */
  notify(method: string, params: unknown): void;
  close(): void;
}

export const openConnection = ({ write, answer, notified, failed }: ConnectionOptions): Connection => {
  const reader = new BoundedReader();
  const connection = createMessageConnection(reader, new BytesWriter(write));
  connection.onRequest((method, params) => {
    const answered = answer(method, params);
    if (answered === undefined) throw new Error(`Unknown method: ${method}`);
    return answered.result;
  });
  connection.onNotification((method, params) => notified(method, params));
  connection.onError(([error]) => failed(error.message));
  connection.listen();
  let isClosed = false;
  return {
    receive: (bytes) => reader.push(bytes),
    async request(method, params, signal) {
      signal.throwIfAborted();
      const cancelling = new CancellationTokenSource();
      const cancel = (): void => cancelling.cancel();
      signal.addEventListener("abort", cancel, { once: true });
      try {
        return await unlessAborted(connection.sendRequest<unknown>(method, params, cancelling.token), signal);
      } finally {
        signal.removeEventListener("abort", cancel);
        cancelling.dispose();
      }
    },
    notify(method, params) {
      if (!isClosed) void connection.sendNotification(method, params).catch(() => undefined); // it has just ended
    },
    close() {
      isClosed = true;
      connection.end();
      connection.dispose();
    },
  };
};

/** Reads messages with a bounded length, so that a server cannot fill the memory of this process. */
class BoundedReader extends AbstractMessageReader {
  #callback: DataCallback = () => {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Length of the next message, once its header is complete. */
  #length: number | undefined;
  #isBroken = false;

  override listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => void (this.#callback = () => {}) };
  }

  push(bytes: Uint8Array): void {
    if (this.#isBroken) return;
    this.#chunks.push(Buffer.from(bytes));
    this.#bytes += bytes.length;
    try {
      while (this.#readHeader() && this.#readBody());
    } catch (error) {
      this.#isBroken = true;
      this.#chunks = [];
      this.fireError(error);
    }
  }

  /** Returns true if the header of the next message has been read. */
  #readHeader(): boolean {
    if (this.#length !== undefined) return true;
    if (this.#bytes === 0) return false;
    const all = Buffer.concat(this.#chunks);
    const end = all.subarray(0, MAX_HEADER).indexOf("\r\n\r\n");
    if (end === -1 && all.length < MAX_HEADER) return false;
    const length = end === -1 ? undefined : /^content-length: *(\d{1,12}) *$/im.exec(all.toString("latin1", 0, end))?.[1];
    if (length === undefined) throw new Error("it sent something other than messages of the protocol");
    if (Number(length) > MAX_MESSAGE) throw new Error(`it sent a message of ${length} bytes, which is over ${MAX_MESSAGE}`);
    this.#length = Number(length);
    this.#keep(all.subarray(end + 4));
    return true;
  }

  /** Returns true if a message has been read. */
  #readBody(): boolean {
    const length = this.#length ?? 0;
    if (this.#bytes < length) return false;
    const all = Buffer.concat(this.#chunks);
    this.#length = undefined;
    this.#keep(all.subarray(length));
    this.#callback(parseMessage(all.toString("utf8", 0, length)));
    return true;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
  }
}

const parseMessage = (text: string): Message => {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === "object" && message !== null) return message as Message;
  } catch {
    // Reported below.
  }
  throw new Error("it sent a message that is not a JSON object");
};

class BytesWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #write: (bytes: Uint8Array) => void;

  constructor(write: (bytes: Uint8Array) => void) {
    super();
    this.#write = write;
  }

  async write(message: Message): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    this.#write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  end(): void {}
}

import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";
import { asRecord, errorText } from "../base/index.ts";
import { cleanLine, cleanText, type ServiceProcess, type Timers } from "../workspace/index.ts";
import { messageLines } from "./message-lines.ts";

/** Bytes of one message, and of messages that wait to be read by the server. */
export const MAX_MESSAGE = 10_000_000;

/** Code of JSON-RPC. */
export const INTERNAL_ERROR = -32_603;

/** Reason of a request that a longer one answered. */
export const TOO_LONG = `it sent a message over ${MAX_MESSAGE / 1_000_000} MB`;

/** Milliseconds that output may still arrive after the process has ended. */
const DRAIN = 200;

/** Milliseconds within which the rest of a longer message must arrive: the messages after it cannot be read before. */
const REST = 5000;

/** Milliseconds within which a process ends that has closed one of its streams. */
const EXIT = 1000;

/** The messages of a server process, for one client after the other. */
export interface StdioChannel {
  /** Transport for a client. Closing it detaches the client, and does not end the process. */
  transport(): Transport;
  /** Resolves with the reason when the server can no longer answer. */
  readonly closed: Promise<string>;
  /** The same reason, once known. */
  reason(): string | undefined;
  /** True once the server has sent a message. */
  readonly hasAnswered: boolean;
  /** Answer to `server/discover` that arrived after the client had stopped waiting for it. */
  readonly lateDiscovery: unknown;
  end(): Promise<void>;
}

/** `hide` hides configured secrets in the process's last output. */
export const stdioChannel = (service: ServiceProcess, timers: Timers, hide: (text: string) => string): StdioChannel => {
  const closed = Promise.withResolvers<string>();
  let attached: Transport | undefined;
  let reason: string | undefined;
  let hasAnswered = false;
  let lateDiscovery: unknown;
  let garbage = "";
  /** Ids of the requests without an answer. */
  const requests = new Set<RequestId>();

  const close = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    endWaiting();
    closed.resolve(why);
    const client = attached;
    attached = undefined;
    client?.onclose?.();
    void service.end();
  };
  const fail = (id: RequestId, message: string): void =>
    attached?.onmessage?.({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } });
  const receive = (message: JSONRPCMessage): void => {
    hasAnswered = true;
    const { id, result, error } = asRecord(message);
    if ("id" in message && message.id !== undefined && !("method" in message) && requests.delete(message.id)) {
      // The client would ignore it, and wait for another one.
      if (!isObject(result) && !isObject(error)) return fail(message.id, "its answer is not valid");
    }
    if (attached !== undefined && isProbe(id) && result !== undefined) lateDiscovery = result;
    attached?.onmessage?.(message);
  };
  let endWaiting = (): void => {};
  const lines = messageLines(MAX_MESSAGE, {
    line(text) {
      const message = parsed(text);
      if (message === undefined) garbage = cleanLine(hide(text), 200) || garbage;
      else
        try {
          receive(message);
        } catch (error) {
          attached?.onerror?.(new Error(errorText(error), { cause: error }));
        }
    },
    tooLong() {
      // Its id may come last, or never.
      for (const id of requests) fail(id, TOO_LONG);
      requests.clear();
      endWaiting = timers.after(REST, () => close(`${TOO_LONG}, and was ended`));
    },
    skipped: () => endWaiting(),
  });
  service.stdout.on("data", (data: Buffer) => {
    if (reason === undefined) lines.push(data);
  });
  service.stdout.on("error", () => {});
  const drained = new Promise<void>((resolve) => service.stdout.once("end", resolve));
  const within = async (milliseconds: number, promise: Promise<unknown>): Promise<void> => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(milliseconds, resolve);
    await Promise.race([promise, over]).finally(cancel);
  };
  void service.exited.then(async ({ code, signal }) => {
    await within(DRAIN, drained);
    const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;
    const output = lastLines(hide(service.errors())) || garbage;
    close(`it ${how}${output === "" ? "" : `. Its last output: ${output}`}`);
  });
  const closedBy = async (stream: Promise<unknown>, why: string): Promise<void> => {
    await stream;
    // Usually because it ends: its exit code and its last output say more.
    await within(EXIT, closed.promise);
    close(why);
  };
  void closedBy(drained, "it closed its output, and was ended");
  void closedBy(new Promise((resolve) => service.stdin.once("close", resolve)), "it closed its input, and was ended");

  return {
    closed: closed.promise,
    reason: () => reason,
    get hasAnswered() {
      return hasAnswered;
    },
    get lateDiscovery() {
      return lateDiscovery;
    },
    transport() {
      const transport: Transport & { readonly pid: number; readonly stderr: null } = {
        // The client recognizes a child process by these two, and falls back to the old handshake if it does not answer.
        pid: service.pid,
        stderr: null,
        async start() {
          attached = transport;
          if (reason !== undefined) throw new Error(reason);
        },
        async send(message) {
          if (reason !== undefined) throw new Error(reason);
          if (service.stdin.writableLength > MAX_MESSAGE) close("it does not read its input, and was ended");
          else if (service.stdin.writable) {
            if ("id" in message && "method" in message) requests.add(message.id);
            service.stdin.write(`${JSON.stringify(message)}\n`);
          }
        },
        async close() {
          if (attached !== transport) return;
          attached = undefined;
          transport.onclose?.();
        },
      };
      return transport;
    },
    async end() {
      await service.end();
    },
  };
};

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Prefix of the ids with which the client sends `server/discover` before it knows the era. */
const isProbe = (id: unknown): boolean => typeof id === "string" && id.startsWith("server-discover-probe-");

const parsed = (line: string): JSONRPCMessage | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return asRecord(value).jsonrpc === "2.0" ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
};

const lastLines = (text: string): string =>
  cleanText(text, 4096)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-3)
    .map((line) => cleanLine(line, 200))
    .join(" | ");

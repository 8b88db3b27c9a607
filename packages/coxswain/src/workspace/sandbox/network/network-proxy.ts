import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Admission, admission, type AdmissionOptions, type Refusal } from "./admission.ts";
import { forward } from "./forward.ts";
import type { Target } from "./target.ts";
import { tunnel } from "./tunnel.ts";

export interface NetworkProxyOptions extends AdmissionOptions {
  /** Milliseconds without data before a connection is closed. Default: 300,000. */
  readonly idle?: number;
}

/** The only way out of a network namespace. */
export interface NetworkProxy {
  /** Path of its socket, in a folder that only this user can access. */
  readonly socket: string;
  /** Number of refusals so far. */
  readonly refusals: number;
  /**
   * Returns the distinct refusals after the first `refusals`, one per line: programs rarely show why a connection
   * failed.
   */
  refusedAfter(refusals: number): readonly string[];
  /** Closes every connection. Idempotent. */
  close(): Promise<void>;
}

const IDLE = 300_000;
const CONNECTIONS = 256;
const HEADER_BYTES = 16_384;
/** Maximum milliseconds for the head of a request, and between two requests on a connection. */
const HEADERS = 10_000;
const KEEP_ALIVE = 5_000;
/** Number of recent refusals that are retained. */
const MAX_REFUSALS = 50;

/**
 * An HTTP proxy (CONNECT and plain HTTP) for some hosts. Checks each host by name and by each of its addresses, and
 * connects only to those. Stores and logs no content.
 */
export const networkProxy = async ({ idle = IDLE, ...options }: NetworkProxyOptions): Promise<NetworkProxy> => {
  const folder = await mkdtemp(join(tmpdir(), "cox-network-"));
  const socket = join(folder, "proxy");
  const refused: string[] = [];
  let refusals = 0;
  const onRefusal = ({ status, reason }: Refusal): void => {
    if (status !== 403) return;
    refusals++;
    if (refused.push(reason) > MAX_REFUSALS) refused.shift();
  };
  const judge = admission(options);
  const admit: Admission = async (target) => {
    const admitted = await judge(target);
    if ("reason" in admitted) onRefusal(admitted);
    return admitted;
  };
  const clients = new Set<Socket>();
  /** Host of each connection that was tunnelled to a host's plain HTTP port. */
  const tunnels = new WeakMap<Socket, Target>();
  const limits = { maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE };
  const server = createServer(limits, (request, response) => {
    forward(request, response, { admit, tunnel: tunnels.get(request.socket), idle }).catch(() => response.destroy());
  });
  const handleHttp = (client: Socket, target: Target): void => {
    tunnels.set(client, target);
    server.emit("connection", client);
  };
  server.maxConnections = CONNECTIONS;
  server.timeout = idle;
  server.on("connection", (client: Socket) => void clients.add(client.once("close", () => clients.delete(client))));
  server.on("connect", (request, client: Socket, head) => {
    client.on("error", () => {});
    if (head.length > 0) client.unshift(head);
    // A tunnel inside a tunnel would bypass the checks.
    const authority = tunnels.has(client) ? "" : (request.url ?? "");
    tunnel(authority, client, { admit, handleHttp, onRefusal, idle }).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
  server.unref();
  return {
    socket,
    get refusals() {
      return refusals;
    },
    refusedAfter: (earlier) => [...new Set(refused.slice(Math.max(0, refused.length - (refusals - earlier))))],
    async close() {
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
      for (const client of clients) client.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

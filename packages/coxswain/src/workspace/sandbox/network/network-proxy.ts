import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Admission, admission, type AdmissionOptions } from "./admission.ts";
import { forward } from "./forward.ts";
import type { Refusal } from "./refusal.ts";
import type { Target } from "./target.ts";
import { tunnel } from "./tunnel.ts";

export interface NetworkProxyOptions extends AdmissionOptions {
  /** Milliseconds that a connection may bring nothing. Default: 300,000. */
  readonly idle?: number;
}

/** The one way out of a network namespace. */
export interface NetworkProxy {
  /** Where it listens: in a folder that only this user enters. */
  readonly socket: string;
  /** How often it has refused something so far. */
  readonly refusals: number;
  /** What it has refused after so many refusals, a line each, none twice: programs seldom show why a connection failed. */
  refusedAfter(refusals: number): readonly string[];
  /** Ends every connection. Idempotent. */
  close(): Promise<void>;
}

const IDLE = 300_000;
const CONNECTIONS = 256;
const HEADER_BYTES = 16_384;
/** Milliseconds that the head of a request may take, and that a connection waits for the next one. */
const HEADERS = 10_000;
const KEPT_ALIVE = 5_000;
/** The last refusals, which are told. */
const TOLD = 50;

/**
 * Passes on what programs ask of some hosts, as a proxy of HTTP: CONNECT, and plain HTTP. Each host is judged by name and by every address that it has,
 * and the connection is made to those. Nothing that passes is kept or logged.
 */
export const networkProxy = async ({ idle = IDLE, ...options }: NetworkProxyOptions): Promise<NetworkProxy> => {
  const folder = await mkdtemp(join(tmpdir(), "cox-network-"));
  const socket = join(folder, "proxy");
  const refused: string[] = [];
  let refusals = 0;
  const onRefusal = ({ status, reason }: Refusal): void => {
    if (status !== 403) return;
    refusals++;
    if (refused.push(reason) > TOLD) refused.shift();
  };
  const judge = admission(options);
  const admit: Admission = async (target) => {
    const admitted = await judge(target);
    if ("reason" in admitted) onRefusal(admitted);
    return admitted;
  };
  const clients = new Set<Socket>();
  /** Of each connection that a program was given to a host's plain HTTP, the host. */
  const tunnels = new WeakMap<Socket, Target>();
  const limits = { maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS, requestTimeout: 0, keepAliveTimeout: KEPT_ALIVE };
  const server = createServer(limits, (request, response) => {
    forward(request, response, { admit, tunnel: tunnels.get(request.socket), idle }).catch(() => response.destroy());
  });
  const takeHttp = (client: Socket, target: Target): void => {
    tunnels.set(client, target);
    server.emit("connection", client);
  };
  server.maxConnections = CONNECTIONS;
  server.timeout = idle;
  server.on("connection", (client: Socket) => void clients.add(client.once("close", () => clients.delete(client))));
  server.on("connect", (request, client: Socket, head) => {
    client.on("error", () => {});
    if (head.length > 0) client.unshift(head);
    // A way within a way leads nowhere that is judged.
    const authority = tunnels.has(client) ? "" : (request.url ?? "");
    tunnel(authority, client, { admit, takeHttp, onRefusal, idle }).catch(() => client.destroy());
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

import { connect, type Socket } from "node:net";
import { type Admission, unreachable, malformed, type Refusal, statusText } from "./admission.ts";
import { readHello, type Hello } from "./client-hello.ts";
import { bare, isAddress, parseTarget, type Target, writtenHost, written } from "./target.ts";

export interface TunnelOptions {
  readonly admit: Admission;
  /** Handles a connection to the plain HTTP port, whose requests are read. */
  readonly handleHttp: (client: Socket, target: Target) => void;
  /** Receives refusals that can no longer be answered. */
  readonly onRefusal: (refusal: Refusal) => void;
  /** Milliseconds without data before the connection is closed. */
  readonly idle: number;
}

const HTTP = 80;
const TLS = 443;
const OPEN = "HTTP/1.1 200 Connection established\r\n\r\n";
/** Fatal TLS alert "unrecognized name". */
const UNRECOGNIZED_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

/**
 * Opens a connection for a CONNECT request. On the TLS port the client must send a ClientHello for the same host: one
 * address often serves many hosts, and would otherwise give access to all of them.
 */
export const tunnel = async (authority: string, client: Socket, options: TunnelOptions): Promise<void> => {
  const target = parseTarget(authority);
  if (target === undefined) return refuse(client, malformed("The sandbox's proxy accepts CONNECT host:port."));
  const admitted = await options.admit(target);
  if ("reason" in admitted) return refuse(client, admitted);
  if (client.destroyed) return;
  if (target.port === HTTP) {
    client.write(OPEN);
    return options.handleHttp(client, target);
  }
  const far = connect({ host: bare(target.host), port: target.port, lookup: admitted.lookup, allowHalfOpen: true });
  client.once("close", () => far.destroy());
  for (const one of [client, far]) one.setTimeout(options.idle, () => one.destroy(new Error("timed out without data")));
  const failed = await connected(far);
  if (failed !== undefined) return refuse(client, unreachable(target, failed));
  far.once("close", () => client.destroySoon());
  client.write(OPEN);
  if (target.port === TLS) {
    const misled = refusalOf(await readHello(client), target);
    if (misled !== undefined) {
      options.onRefusal(misled);
      return void client.end(UNRECOGNIZED_NAME, () => client.destroy());
    }
  }
  client.pipe(far).pipe(client);
};

const connected = (far: Socket): Promise<Error | undefined> =>
  new Promise((resolve) => {
    far.once("connect", () => resolve(undefined));
    far.once("close", () => resolve(new Error("it was closed")));
    // The listener stays, since later errors are reported by the end of the connection.
    far.on("error", resolve);
  });

/** A ClientHello without a name is allowed. For an address that is allowed itself, any name is. */
const refusalOf = (hello: Hello | undefined, target: Target): Refusal | undefined => {
  const reason = `The sandbox allows only TLS for ${target.host} at ${written(target)}`;
  if (hello === undefined) return { status: 403, reason: `${reason}.` };
  if (hello.name === undefined || isAddress(target.host) || writtenHost(hello.name) === target.host) return undefined;
  return { status: 403, reason: `${reason}, not for another host.` };
};

const refuse = (client: Socket, refusal: Refusal): void => {
  const body = `${refusal.reason}\n`;
  const head = [
    `HTTP/1.1 ${refusal.status} ${statusText(refusal)}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => client.destroy());
};

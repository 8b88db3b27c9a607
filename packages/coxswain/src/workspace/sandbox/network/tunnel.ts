import { connect, type Socket } from "node:net";
import { type Admission, unreachable } from "./admission.ts";
import { readHello } from "./read-hello.ts";
import { malformed, type Refusal, statusText } from "./refusal.ts";
import type { Hello } from "./server-name.ts";
import { bare, isAddress, parseTarget, type Target, writtenHost, written } from "./target.ts";

export interface TunnelOptions {
  readonly admit: Admission;
  /** Takes a connection that leads to the port of plain HTTP, to read its requests. */
  readonly takeHttp: (client: Socket, target: Target) => void;
  /** Hears of what is refused when it cannot be answered any more. */
  readonly onRefusal: (refusal: Refusal) => void;
  /** Milliseconds without a byte until it is given up. */
  readonly idle: number;
}

const HTTP = 80;
const TLS = 443;
const OPEN = "HTTP/1.1 200 Connection established\r\n\r\n";
/** A fatal alert, "unrecognized name". */
const UNRECOGNIZED_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

/**
 * Opens a connection for a program that asks by CONNECT. At the port of TLS what comes first has to be a greeting that asks for the same host: one
 * address often answers for many hosts, and would be a way to all of them.
 */
export const tunnel = async (authority: string, client: Socket, options: TunnelOptions): Promise<void> => {
  const target = parseTarget(authority);
  if (target === undefined) return refuse(client, malformed("The sandbox's proxy takes CONNECT host:port."));
  const admitted = await options.admit(target);
  if ("reason" in admitted) return refuse(client, admitted);
  if (client.destroyed) return;
  if (target.port === HTTP) {
    client.write(OPEN);
    return options.takeHttp(client, target);
  }
  const far = connect({ host: bare(target.host), port: target.port, lookup: admitted.lookup, allowHalfOpen: true });
  client.once("close", () => far.destroy());
  for (const one of [client, far]) one.setTimeout(options.idle, () => one.destroy(new Error("nothing comes")));
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
    // It stays, since what fails later is told by the end.
    far.on("error", resolve);
  });

/** Who greets without a name is not led astray by it; of an address that is allowed itself any name may be asked. */
const refusalOf = (hello: Hello | undefined, target: Target): Refusal | undefined => {
  const reason = `The sandbox allows nothing but TLS for ${target.host} at ${written(target)}`;
  if (hello === undefined) return { status: 403, reason: `${reason}.` };
  if (hello.name === undefined || isAddress(target.host) || writtenHost(hello.name) === target.host) return undefined;
  return { status: 403, reason: `${reason}, and not for another host.` };
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

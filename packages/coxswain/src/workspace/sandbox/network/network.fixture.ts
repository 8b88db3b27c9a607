import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import type { TestContext } from "node:test";
import { networkProxy, type NetworkProxyOptions } from "./network-proxy.ts";

/** Loopback addresses: this one represents the public internet, every other one a private network. */
export const PUBLIC = "127.0.0.2";
export const PRIVATE = "127.0.0.1";

/** Hosts of the tests' internet. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "allowed.test": [PUBLIC],
  "a.below.test": [PUBLIC],
  "other.test": [PUBLIC],
  "private.test": [PRIVATE],
  "both.test": [PUBLIC, PRIVATE],
  "nowhere.test": [],
};

/** Listens on loopback until the test ends. */
export const listening = async (t: TestContext, server: Server, at: string = PUBLIC, port = 0): Promise<number> => {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, at, resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** A plain HTTP server, and its received requests: first line and headers. */
export const remote = async (t: TestContext, answer: RequestListener, { at = PUBLIC, port = 0 } = {}) => {
  const received: { readonly line: string; readonly headers: readonly string[] }[] = [];
  const server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.rawHeaders });
    answer(request, response);
  });
  t.after(() => server.closeAllConnections());
  return { port: await listening(t, server, at, port), received };
};

/** A proxy for some hosts, and a client that sends strings to it and returns the whole answer. */
export const proxied = async (t: TestContext, options: NetworkProxyOptions) => {
  const resolved: string[] = [];
  const proxy = await networkProxy({
    isPrivate: (address) => address !== PUBLIC,
    lookup: async (host) => {
      resolved.push(host);
      const found = NAMES[host];
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
      return found;
    },
    ...options,
  });
  t.after(() => proxy.close());
  const ask = (...sent: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const client = connect(proxy.socket);
      let output = "";
      client.setEncoding("latin1").on("data", (text: string) => (output += text));
      client.once("error", reject).once("close", () => resolve(output));
      for (const text of sent) client.write(text);
    });
  return { proxy, ask, resolved };
};

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { WebOptions } from "./safe-lookup.ts";

/** Loopback addresses: this one represents the public internet, every other one a private network. */
export const PUBLIC = "127.0.0.2";
export const PRIVATE = "127.0.0.1";

/** Starts a server on each address at the same port and records their requests. Closed after the test. */
export const loopbackWeb = async (t: TestContext, answer: RequestListener) => {
  const asked: { readonly at: string; readonly url: string }[] = [];
  const listen = async (at: string, port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      asked.push({ at, url: request.url ?? "" });
      answer(request, response);
    });
    server.listen(port, at);
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return server;
  };
  /** A port that is free on one address may be in use on the other. */
  const listenAtBoth = async (tries: number): Promise<number> => {
    const server = await listen(PUBLIC, 0);
    const { port } = server.address() as AddressInfo;
    try {
      await listen(PRIVATE, port);
      return port;
    } catch (error) {
      if (tries === 0) throw error;
      server.close();
      return listenAtBoth(tries - 1);
    }
  };
  return { port: await listenAtBoth(20), asked };
};

/** Resolves names by the table. For a list of lists, each query returns the next list. */
export const names = (table: Readonly<Record<string, readonly (readonly string[])[]>>) => {
  const looked: string[] = [];
  const options: WebOptions = {
    isPrivate: (address) => address !== PUBLIC,
    async lookup(host) {
      const answers = table[host] ?? [];
      const nth = looked.filter((one) => one === host).length;
      looked.push(host);
      const answer = answers[Math.min(nth, answers.length - 1)];
      if (answer === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
      return answer;
    },
  };
  return { options, looked };
};

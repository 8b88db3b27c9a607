import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type LoginCallback, parseCallback } from "./callback.ts";

/** Waits on a loopback port for the browser to return from a login. */
export interface CallbackServer extends AsyncDisposable {
  /** URL that the authorization server redirects to. */
  readonly redirectUrl: string;
  /** Resolves with the first answer that has the login's state; later ones are rejected. */
  readonly answer: Promise<LoginCallback>;
}

const PATH = "/callback";

/**
 * Listens on 127.0.0.1.
 * @param ports tried in this order; 0 means any free port
 * @throws {NodeJS.ErrnoException} if no port is free
 */
export const callbackServer = async (ports: readonly number[], state: string): Promise<CallbackServer> => {
  const { promise: answer, resolve } = Promise.withResolvers<LoginCallback>();
  let isAnswered = false;
  const server = createServer((request, response) => {
    const [path, query = ""] = (request.url ?? "").split("?");
    if (path !== PATH || request.method !== "GET") return respond(response, 404, "Not found.");
    const callback = isAnswered ? undefined : parseCallback(query, state);
    if (callback === undefined) return respond(response, 400, "This is not the answer to a running login.");
    isAnswered = true;
    // Resolves afterwards: the login closes the server.
    response.once("close", () => resolve(callback));
    respond(response, 200, "The answer has reached the terminal. You can close this page.");
  });
  const port = await listen(server, ports);
  return {
    redirectUrl: `http://127.0.0.1:${port}${PATH}`,
    answer,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
};

/** The URL with the code must not leave the page as a referrer, nor stay in a cache. */
const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

const respond = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, HEADERS);
  response.end(`${text}\n`);
};

type Listener = ReturnType<typeof createServer>;

const listen = async (server: Listener, [port, ...others]: readonly number[]): Promise<number> => {
  try {
    return await listenOn(server, port ?? 0);
  } catch (error) {
    if (others.length === 0) throw error;
    return await listen(server, others);
  }
};

const listenOn = (server: Listener, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A minimal provider server, so that a measured client waits only for itself. */
export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  /** Arrival of each request and end of its answer, in milliseconds of this process's clock. */
  readonly exchanges: readonly Exchange[];
  forget(): void;
}

export interface Exchange {
  readonly arrived: number;
  answered: number;
}

/** Answers each request of Anthropic's wire, after some milliseconds, with the string that `reply` returns for its body. */
export const providerServer = async (reply: (body: string, exchange: Exchange) => string, { after = 0 } = {}): Promise<ProviderServer> => {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    const exchange: Exchange = { arrived: performance.now(), answered: Number.NaN };
    exchanges.push(exchange);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      if (after > 0) await setTimeout(after);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(reply(Buffer.concat(chunks).toString(), exchange), () => (exchange.answered = performance.now()));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    forget: () => exchanges.splice(0),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

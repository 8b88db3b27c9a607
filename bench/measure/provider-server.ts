import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider's stand-in: it does as little as it can, so that a measured client waits for nothing but itself. */
export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  /** When each request arrived and when its answer was out, by this process's clock, in milliseconds. */
  readonly exchanges: readonly Exchange[];
  forget(): void;
}

export interface Exchange {
  readonly arrived: number;
  answered: number;
}

/** Answers each request of Anthropic's wire with the text that `reply` makes of its body. */
export const providerServer = async (reply: (body: string) => string): Promise<ProviderServer> => {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    const exchange: Exchange = { arrived: performance.now(), answered: Number.NaN };
    exchanges.push(exchange);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(reply(Buffer.concat(chunks).toString()), () => (exchange.answered = performance.now()));
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

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { textAnswerParts } from "./anthropic-wire.ts";

/** An answer: deltas, at a rate in a second, or as fast as the client reads. */
export interface PacedAnswer {
  readonly deltas: Iterable<string>;
  readonly rate?: number;
}

/** A provider on Anthropic's wire, whose answers arrive at a set pace. */
export const pacedServer = async (answer: () => PacedAnswer): Promise<AsyncDisposable & { readonly url: string }> => {
  const { begin, delta, end } = textAnswerParts;
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(begin);
    const { deltas, rate } = answer();
    const started = performance.now();
    let sent = 0;
    for (const text of deltas) {
      if (rate === undefined) {
        if (!response.write(delta(text))) await new Promise((resolve) => void response.once("drain", resolve));
        continue;
      }
      while (sent >= ((performance.now() - started) * rate) / 1000) await setTimeout(4);
      response.write(delta(text));
      sent += 1;
    }
    response.end(end);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

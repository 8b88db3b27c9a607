import type { Socket } from "node:net";
import { type Hello, helloIn } from "./server-name.ts";

/**
 * Waits for the first bytes of a client without consuming them. Undefined if they are not a TLS ClientHello, or if none
 * arrive.
 */
export const readHello = (client: Socket): Promise<Hello | undefined> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const settle = (hello: Hello | undefined): void => {
      client.off("data", take).off("end", give).off("close", give).pause();
      if (hello !== undefined) client.unshift(received);
      resolve(hello);
    };
    const give = (): void => settle(undefined);
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const hello = helloIn(received);
      if (hello !== "more") settle(hello === "other" ? undefined : hello);
    };
    if (client.readableEnded || client.destroyed) return resolve(undefined);
    client.on("data", take).once("end", give).once("close", give);
  });

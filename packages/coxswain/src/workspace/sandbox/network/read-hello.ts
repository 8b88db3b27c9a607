import type { Socket } from "node:net";
import { type Hello, helloIn } from "./server-name.ts";

/** Waits for what a client says first, and leaves it to be read again. Undefined: it is no greeting of TLS, or did not come. */
export const readHello = (client: Socket): Promise<Hello | undefined> =>
  new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const settle = (hello: Hello | undefined): void => {
      client.off("data", take).off("end", give).off("close", give).pause();
      if (hello !== undefined) client.unshift(held);
      resolve(hello);
    };
    const give = (): void => settle(undefined);
    const take = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const hello = helloIn(held);
      if (hello !== "more") settle(hello === "other" ? undefined : hello);
    };
    if (client.readableEnded || client.destroyed) return resolve(undefined);
    client.on("data", take).once("end", give).once("close", give);
  });

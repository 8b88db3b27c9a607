import type { Socket } from "node:net";

/** The ClientHello of a TLS client. */
export interface Hello {
  /** Requested host as written, or undefined if there is none. */
  readonly name: string | undefined;
}

/** Parses the first bytes of a connection. `more`: the message is incomplete; `other`: it is not a ClientHello. */
export const helloIn = (bytes: Uint8Array): Hello | "more" | "other" => {
  try {
    const message = firstMessage(bytes);
    return message === undefined ? "more" : { name: serverName(message) };
  } catch {
    return "other";
  }
};

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Maximum size of the message, and maximum number of records: a client must not cause unbounded work. */
const LONGEST = 16_384;
const PIECES = 16;

/** Returns the first message, or undefined while it is incomplete. */
const firstMessage = (bytes: Uint8Array): Uint8Array | undefined => {
  const records = reader(bytes);
  let message: Uint8Array = new Uint8Array();
  for (let piece = 0; records.left() > 0; piece++) {
    if (records.number(1) !== HANDSHAKE || piece === PIECES) throw new RangeError("not a ClientHello");
    if (records.left() < 4) return undefined;
    if (records.number(1) !== 3) throw new RangeError("not TLS");
    records.take(1);
    message = Buffer.concat([message, records.take(Math.min(records.number(2), records.left()))]);
    const hello = reader(message);
    if (hello.left() === 0) continue;
    if (hello.number(1) !== CLIENT_HELLO) throw new RangeError("not a ClientHello");
    if (hello.left() < 3) continue;
    const length = hello.number(3);
    if (length > LONGEST) throw new RangeError("too long");
    if (hello.left() >= length) return hello.take(length);
  }
  return undefined;
};

const serverName = (message: Uint8Array): string | undefined => {
  const hello = reader(message);
  hello.take(2 + 32);
  for (const size of [1, 2, 1] as const) hello.vector(size);
  if (hello.left() === 0) return undefined;
  const names: string[] = [];
  const extensions = reader(hello.vector(2));
  while (extensions.left() > 0) {
    const type = extensions.number(2);
    const content = extensions.vector(2);
    if (type === SERVER_NAME) names.push(...namesIn(content));
  }
  if (names.length > 1) throw new RangeError("several names");
  return names[0];
};

const namesIn = (content: Uint8Array): readonly string[] => {
  const list = reader(reader(content).vector(2));
  const names: string[] = [];
  while (list.left() > 0) {
    if (list.number(1) !== HOST_NAME) throw new RangeError("unknown name type");
    names.push(Buffer.from(list.vector(2)).toString("latin1"));
  }
  return names;
};

/** Reads numbers and lengths. Throws if the bytes end too early. */
const reader = (bytes: Uint8Array) => {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError("unexpected end");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (size: 1 | 2 | 3): number => take(size).reduce((value, byte) => value * 256 + byte, 0);
  return { take, number, vector: (size: 1 | 2): Uint8Array => take(number(size)), left: (): number => bytes.length - at };
};

/**
 * Waits for the first bytes of a client without consuming them. Undefined if they are not a TLS ClientHello, or if none
 * arrive.
 */
export const readHello = (client: Socket): Promise<Hello | undefined> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const settle = (hello: Hello | undefined): void => {
      client.off("data", onData).off("end", onEnd).off("close", onEnd).pause();
      if (hello !== undefined) client.unshift(received);
      resolve(hello);
    };
    const onEnd = (): void => settle(undefined);
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const hello = helloIn(received);
      if (hello !== "more") settle(hello === "other" ? undefined : hello);
    };
    if (client.readableEnded || client.destroyed) return resolve(undefined);
    client.on("data", onData).once("end", onEnd).once("close", onEnd);
  });

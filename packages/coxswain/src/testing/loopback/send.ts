import type { ServerResponse } from "node:http";
import type { Delivery, Finish, Frame } from "./delivery.ts";

/** Sends a stream as planned. Ends early without an error if the client disconnects. */
export const sendStream = async (response: ServerResponse, delivery: Delivery, hold: Promise<unknown> | undefined): Promise<void> => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  if (hold === undefined && delivery.pieces === undefined && delivery.finish.kind === "end") {
    response.end(joined([...delivery.first, ...delivery.last]));
    return;
  }
  response.flushHeaders();
  await write(response, delivery.first, delivery.pieces);
  await hold;
  await write(response, delivery.last, delivery.pieces);
  await finish(response, delivery.finish);
};

/** Resets the connection, so that the client receives an error instead of an end. */
export const resetConnection = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
  response.destroy(new Error("The script resets the connection."));
};

const write = async (response: ServerResponse, frames: readonly Frame[], pieces: Delivery["pieces"]): Promise<void> => {
  if (frames.length === 0) return;
  const bytes = joined(frames);
  if (pieces === undefined) return await flushed(response, bytes);
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieces.bytes) {
    if (pieces.tick !== undefined) await pieces.tick();
    await flushed(response, bytes.subarray(at, at + pieces.bytes));
  }
};

const finish = async (response: ServerResponse, how: Finish): Promise<void> => {
  switch (how.kind) {
    case "end":
      response.end();
      return;
    case "reset":
      resetConnection(response);
      return;
    case "keep-alives":
      while (!response.destroyed) {
        await how.tick();
        await flushed(response, Buffer.from(how.event));
      }
      return;
    case "stall":
      return;
  }
};

const joined = (frames: readonly Frame[]): Buffer =>
  frames.every((frame) => typeof frame === "string")
    ? Buffer.from(frames.join(""))
    : Buffer.concat(frames.map((frame) => (typeof frame === "string" ? Buffer.from(frame) : frame)));

/**
 * Resolves when the operating system has the bytes, or the connection is closed, and a client in this process had a
 * turn to read them. Otherwise it could receive several pieces as one, or a reset before earlier bytes.
 */
const flushed = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.write(bytes, () => setImmediate(resolve));
  });

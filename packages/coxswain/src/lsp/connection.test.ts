import assert from "node:assert/strict";
import { test } from "node:test";
import { openConnection } from "./connection.ts";

/** A connection, what it writes, what it receives, and why it failed. */
const connect = () => {
  const written: string[] = [];
  const received: string[] = [];
  const failures: string[] = [];
  const connection = openConnection({
    write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    answer: () => undefined,
    notified: (method) => void received.push(method),
    failed: (reason) => void failures.push(reason),
  });
  return { connection, written, received, failures };
};

const message = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("messages arrive in any pieces, also within a character", async () => {
  const { connection, received, failures } = connect();
  const bytes = Buffer.from(["é", "😀", "three"].map((method) => message(JSON.stringify({ jsonrpc: "2.0", method }))).join(""));
  for (const byte of bytes) connection.receive(Uint8Array.of(byte));
  connection.receive(bytes);
  while (received.length < 6) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(received, ["é", "😀", "three", "é", "😀", "three"]);
  assert.deepEqual(failures, []);
});

test("a closed connection sends no notifications", () => {
  const { connection, written } = connect();
  connection.close();
  connection.notify("textDocument/didSave", {});
  assert.deepEqual(written, []);
});

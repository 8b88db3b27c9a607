import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { proxied, remote } from "./network.fixture.ts";

/** Parts of requests, and other strings. */
const PIECES = [
  ..."GET |POST |CONNECT |OPTIONS |http://|https://|allowed.test|other.test|:80|:443|:PORT|/|*| HTTP/1.1\r\n| HTTP/1.0\r\n|Host: |\r\n|\r\n\r\n|Connection: |upgrade|close".split(
    "|",
  ),
  ..."Transfer-Encoding: chunked\r\n|Content-Length: 5\r\n|5\r\nhello\r\n|0\r\n\r\n|Upgrade: websocket\r\n|Expect: 100-continue\r\n|\x16\x03\x01|\0|@|[::1]|127.0.0.1".split(
    "|",
  ),
];

test("for any input, reaches only allowed hosts, and continues to answer", async (t) => {
  const { port, received } = await remote(t, (_, response) => void response.end("x"));
  const other = await remote(t, (_, response) => void response.end("x"));
  const { proxy, ask } = await proxied(t, { hosts: [`allowed.test:${port}`, "allowed.test"], idle: 1000 });
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  );
  const input = fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(input, fc.constantFrom(port, other.port), async (pieces, at) => {
      const client = connect({ path: proxy.socket, allowHalfOpen: true }).on("error", () => {});
      for (const [text, apart] of pieces) {
        client.write(text.replace(":PORT", `:${at}`), "latin1");
        if (apart) await new Promise((resolve) => setImmediate(resolve));
      }
      client.end();
      await client.toArray().catch(() => []);
    }),
    { numRuns: 150 },
  );
  assert.deepEqual(other.received, []);
  const before = received.length;
  const host = `allowed.test:${port}`;
  assert.match(await ask(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 200 /);
  assert.equal(received.length, before + 1);
});

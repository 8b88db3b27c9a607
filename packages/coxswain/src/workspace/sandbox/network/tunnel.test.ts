import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { listening, proxied } from "./network.fixture.ts";

const connecting = (to: string): string => `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`;

/** Echoes its input, and ends when the input ends. */
const echo = async (t: TestContext): Promise<number> =>
  listening(
    t,
    createServer({ allowHalfOpen: true }, (socket: Socket) => void socket.on("error", () => {}).pipe(socket)),
  );

test("a connection to an allowed port may use any protocol at once, and may end on one side before the other", async (t) => {
  const port = await echo(t);
  const { proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  const client = connect({ path: proxy.socket, allowHalfOpen: true });
  client.end(`${connecting(`allowed.test:${port}`)}data at once`);
  const answer = (await client.toArray()).join("");
  assert.equal(answer, "HTTP/1.1 200 Connection established\r\n\r\ndata at once");
});

test("connects only to allowed hosts without a private address", async (t) => {
  const port = await echo(t);
  const { ask, proxy } = await proxied(t, {
    hosts: [`allowed.test:${port}`, `private.test:${port}`, "allowed.test:1", `nowhere.test:${port}`],
  });
  for (const [to, status] of [
    [`other.test:${port}`, 403],
    ["allowed.test:443", 403],
    [`private.test:${port}`, 403],
    ["allowed.test:1", 502],
    [`nowhere.test:${port}`, 502],
    ["allowed.test", 400],
    [`http://allowed.test:${port}/`, 400],
    [`allowed.test:${port}@other.test:${port}`, 400],
    [`allowed.test%2e:${port}`, 400],
  ] as const)
    assert.match(await ask(connecting(to)), new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\n\\r\\n.+\\n$`), to);
  assert.equal(proxy.refusedAfter(0).length, 3);
});

test("ends a connection without data, and every connection when the proxy is closed", async (t) => {
  const port = await echo(t);
  const { ask } = await proxied(t, { hosts: [`allowed.test:${port}`], idle: 200 });
  assert.match(await ask(connecting(`allowed.test:${port}`)), /^HTTP\/1\.1 200 /);
  const { proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  const client = connect(proxy.socket).on("error", () => {});
  client.write(connecting(`allowed.test:${port}`));
  await once(client, "data");
  await Promise.all([once(client, "close"), proxy.close()]);
});

test("each side closes when the other one closes", async (t) => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once("data", (data) => (String(data) === "go" ? socket.resetAndDestroy() : undefined));
    socket.on("error", () => {}).once("close", () => closed.resolve());
  });
  const port = await listening(t, server);
  const { ask, proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  assert.match(await ask(connecting(`allowed.test:${port}`), "go"), /^HTTP\/1\.1 200 /);
  await closed.promise;
  const clientLeft = Promise.withResolvers<void>();
  server.once("connection", (socket) => socket.once("close", clientLeft.resolve));
  const client = connect(proxy.socket);
  client.write(connecting(`allowed.test:${port}`));
  await once(client, "data");
  client.destroy();
  await clientLeft.promise;
});

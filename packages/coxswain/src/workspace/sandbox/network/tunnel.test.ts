import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { listening, proxied } from "./network.fixture.ts";

const connecting = (to: string): string => `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`;

/** Says back what is said to it, and ends when it has heard the end. */
const echo = async (t: TestContext): Promise<number> =>
  listening(
    t,
    createServer({ allowHalfOpen: true }, (socket: Socket) => void socket.on("error", () => {}).pipe(socket)),
  );

test("a connection to a port that is named may speak anything, from the first moment on, and end on one side before the other", async (t) => {
  const port = await echo(t);
  const { proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  const client = connect({ path: proxy.socket, allowHalfOpen: true });
  client.end(`${connecting(`allowed.test:${port}`)}said at once`);
  const heard = (await client.toArray()).join("");
  assert.equal(heard, "HTTP/1.1 200 Connection established\r\n\r\nsaid at once");
});

test("a connection is given only to a host that is named, and which has no private address", async (t) => {
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

test("a connection that brings nothing is ended, and so is each when the proxy is closed", async (t) => {
  const port = await echo(t);
  const { ask } = await proxied(t, { hosts: [`allowed.test:${port}`], idle: 200 });
  assert.match(await ask(connecting(`allowed.test:${port}`)), /^HTTP\/1\.1 200 /);
  const { proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  const client = connect(proxy.socket).on("error", () => {});
  client.write(connecting(`allowed.test:${port}`));
  await once(client, "data");
  await Promise.all([once(client, "close"), proxy.close()]);
});

test("when the far side hangs up, so does the near side, and the other way round", async (t) => {
  const gone = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once("data", (said) => (String(said) === "go" ? socket.resetAndDestroy() : undefined));
    socket.on("error", () => {}).once("close", () => gone.resolve());
  });
  const port = await listening(t, server);
  const { ask, proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  assert.match(await ask(connecting(`allowed.test:${port}`), "go"), /^HTTP\/1\.1 200 /);
  await gone.promise;
  const left = Promise.withResolvers<void>();
  server.once("connection", (socket) => socket.once("close", left.resolve));
  const client = connect(proxy.socket);
  client.write(connecting(`allowed.test:${port}`));
  await once(client, "data");
  client.destroy();
  await left.promise;
});

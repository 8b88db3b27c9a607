import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { connect, createServer } from "node:net";
import { dirname } from "node:path";
import { test } from "node:test";
import { listening, PRIVATE, proxied, PUBLIC, remote } from "./network.fixture.ts";

const answering =
  (text: string): RequestListener =>
  (_, response) =>
    void response.end(text);

const get = (url: string, host: string, ...more: readonly string[]): string =>
  [`GET ${url} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...more, "", ""].join("\r\n");

test("forwards a plain HTTP request to an allowed host, and its response back", async (t) => {
  const { port, received } = await remote(t, (_, response) => void response.writeHead(201, "Made", { "x-a": "1" }).end("there"));
  const { ask, proxy } = await proxied(t, { hosts: [`allowed.test:${port}`] });
  const answer = await ask(get(`http://allowed.test:${port}/a?b=1`, `allowed.test:${port}`, "X-B: 2"));
  assert.match(answer, /^HTTP\/1\.1 201 Made\r\n[^]*x-a: 1\r\n[^]*there/);
  assert.equal(received[0]?.line, "GET /a?b=1");
  assert.deepEqual(received[0]?.headers, ["Host", `allowed.test:${port}`, "X-B", "2", "Connection", "close"]);
  assert.deepEqual(proxy.refusedAfter(0), []);
});

test("refuses a host that is not allowed in one line, without resolving its name", async (t) => {
  const { port, received } = await remote(t, answering("secret"));
  const { ask, proxy, resolved } = await proxied(t, { hosts: ["allowed.test", `*.below.test:${port}`] });
  const line = `The sandbox does not allow other.test:${port}. Allowed: allowed.test, *.below.test:${port}.`;
  for (const request of [
    get(`http://other.test:${port}/`, `other.test:${port}`),
    `CONNECT other.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const answer = await ask(request);
    assert.ok(answer.startsWith(`HTTP/1.1 403 ${line}\r\n`), answer);
    assert.ok(answer.endsWith(`\r\n\r\n${line}\n`), answer);
  }
  assert.deepEqual([proxy.refusedAfter(0), resolved, received], [[line], [], []]);
  assert.match(await ask(get(`http://A.BELOW.test.:${port}/`, `a.below.test:${port}`)), /^HTTP\/1\.1 200/);
});

for (const [host, more, status] of [
  ["private.test", {}, 403],
  ["both.test", {}, 403],
  [PRIVATE, {}, 200],
  ["private.test", { privateHosts: ["Private.test"] }, 200],
  ["private.test", { privateHosts: ["private.test:1", "vate.test", "*.test"] }, 403],
  ["nowhere.test", {}, 502],
  ["unknown.test", {}, 502],
] as const) {
  test(`answers a request for ${host} with ${JSON.stringify(more)} by ${status}`, async (t) => {
    const { port, received } = await remote(t, answering("x"), { at: PRIVATE });
    const { ask } = await proxied(t, { hosts: [`${host}:${port}`], ...more });
    const answer = await ask(get(`http://${host}:${port}/`, `${host}:${port}`));
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.equal(received.length, status === 200 ? 1 : 0);
  });
}

test("reaches an address only if the address itself is allowed, in any notation", async (t) => {
  const { port, received } = await remote(t, answering("x"));
  const { ask } = await proxied(t, { hosts: [`allowed.test:${port}`, `*.0.2:${port}`, "*"], privateHosts: [PUBLIC] });
  for (const host of [PUBLIC, "127.2", "0x7f000002", "2130706434", "[::ffff:7f00:2]"])
    assert.match(await ask(get(`http://${host}:${port}/`, `${host}:${port}`)), /^HTTP\/1\.1 403 /, host);
  assert.deepEqual(received, []);
});

test("resolves each name once, and connects to that address", async (t) => {
  const { port, received } = await remote(t, answering("x"));
  const answers = [[PUBLIC], [PRIVATE]];
  const { ask } = await proxied(t, { hosts: [`turns.test:${port}`], lookup: async () => answers.shift() ?? [] });
  assert.match(await ask(get(`http://turns.test:${port}/`, `turns.test:${port}`)), /^HTTP\/1\.1 200 /);
  assert.equal(answers.length, 1);
  assert.match(await ask(get(`http://turns.test:${port}/`, `turns.test:${port}`)), /^HTTP\/1\.1 403 /);
  assert.equal(received.length, 1);
});

test("does not forward a request with two hosts, or without a readable one", async (t) => {
  const { port, received } = await remote(t, answering("x"));
  const at = `allowed.test:${port}`;
  const { ask } = await proxied(t, { hosts: [at, `other.test:${port}`] });
  for (const request of [
    get(`http://${at}/`, `other.test:${port}`),
    get(`http://${at}/`, "allowed.test"),
    get(`http://${at}/`, at, `Host: other.test:${port}`),
    get(`http://${at}/`, `${at}, other.test`),
    get(`http://other.test@${at}/`, at),
    get(`http://${at}\\@other.test/`, at),
    get(`https://${at}/`, at),
    get(`ftp://${at}/`, at),
    get("/", at),
    get("//other.test/", at),
    get(at, at),
    get(`http://${at}/#part`, at),
    `GET http://${at}/ HTTP/1.1\r\n\r\n`,
    get(`http://${at}/`, at, "Content-Length: 4", "Transfer-Encoding: chunked"),
    get(`http://${at}/`, at, "Content-Length: 4", "Content-Length: 5"),
    get(`http://${at}/`, at, "Transfer-Encoding : chunked"),
    get(`http://${at}/`, at, "X: 1\n\nGET / HTTP/1.1"),
    "CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n",
    `CONNECT user@${at} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "CONNECT allowed.test HTTP/1.1\r\nHost: x\r\n\r\n",
    "nonsense\r\n\r\n",
  ])
    assert.match(await ask(request), /^HTTP\/1\.1 400 /, request);
  assert.deepEqual(received, []);
});

test("checks each request of one connection separately", async (t) => {
  const { port, received } = await remote(t, answering("first"));
  const at = `allowed.test:${port}`;
  const { ask } = await proxied(t, { hosts: [at] });
  const first = `GET http://${at}/1 HTTP/1.1\r\nHost: ${at}\r\n\r\n`;
  const answer = await ask(first + get(`http://other.test:${port}/2`, `other.test:${port}`));
  assert.match(answer, /^HTTP\/1\.1 200 [^]*first[^]*HTTP\/1\.1 403 /);
  assert.deepEqual(
    received.map(({ line }) => line),
    ["GET /1"],
  );
});

test("never treats a body as a request, however its length is encoded", async (t) => {
  const bodies: string[] = [];
  const { port, received } = await remote(t, async (request, response) => {
    bodies.push((await request.toArray()).join(""));
    response.end("x");
  });
  const at = `allowed.test:${port}`;
  const { ask } = await proxied(t, { hosts: [at] });
  const hidden = `GET http://${at}/hidden HTTP/1.1\r\nHost: ${at}\r\n\r\n`;
  const post = (...lines: readonly string[]): string =>
    [`POST http://${at}/ HTTP/1.1`, `Host: ${at}`, "Connection: close", ...lines].join("\r\n");
  await ask(post(`Content-Length: ${hidden.length}`, "", hidden));
  await ask(post("Transfer-Encoding: chunked", "", hidden.length.toString(16), hidden, "0", "", ""));
  assert.deepEqual(bodies, [hidden, hidden]);
  assert.deepEqual(
    received.map(({ line }) => line),
    ["POST /", "POST /"],
  );
});

test("accepts no other protocol on a plain HTTP connection, and does not forward headers for the proxy", async (t) => {
  const { port, received } = await remote(t, answering("x"));
  const at = `allowed.test:${port}`;
  const { ask } = await proxied(t, { hosts: [at] });
  await ask(
    get(`http://${at}/`, at, "Connection: upgrade, x-own", "Upgrade: websocket", "X-Own: 1", "Proxy-Authorization: Basic c2VjcmV0"),
  );
  assert.deepEqual(received[0]?.headers, ["Host", at, "Connection", "close"]);
});

test("refuses a request with too long a head", async (t) => {
  const { ask } = await proxied(t, { hosts: ["allowed.test"] });
  assert.match(await ask(get("http://allowed.test/", "allowed.test", `X-A: ${"a".repeat(20_000)}`)), /^HTTP\/1\.1 431 /);
  assert.match(await ask(get(`http://allowed.test/${"a".repeat(20_000)}`, "allowed.test")), /^HTTP\/1\.1 431 /);
});

test("sends a large response completely to a slow client, and leaves nothing open for a client that disconnects", async (t) => {
  const size = 8_000_000;
  const left = Promise.withResolvers<void>();
  const { port } = await remote(t, ({ url }, response) => {
    if (url === "/endless") response.once("close", left.resolve).write("x");
    else response.end(Buffer.alloc(size, "a"));
  });
  const at = `allowed.test:${port}`;
  const { proxy } = await proxied(t, { hosts: [at] });
  const client = connect(proxy.socket);
  client.write(get(`http://${at}/`, at));
  let answer = 0;
  for await (const chunk of client as AsyncIterable<Buffer>) {
    answer += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(answer > size);
  const leaving = connect(proxy.socket);
  leaving.write(get(`http://${at}/endless`, at));
  await once(leaving, "data");
  leaving.destroy();
  await left.promise;
});

test("limits the number of concurrent connections", async (t) => {
  const { proxy } = await proxied(t, { hosts: [] });
  const clients = Array.from({ length: 300 }, () => connect(proxy.socket).on("error", () => {}));
  const closed = clients.map((client, nth) => once(client, "close").then(() => nth));
  await Promise.all(clients.map((client) => once(client, "connect")));
  await Promise.race(closed);
  for (const client of clients) client.destroy();
  await Promise.all(closed);
});

test("only this user can access its socket, which is removed on close; it can be closed twice", async (t) => {
  const { proxy } = await proxied(t, { hosts: [] });
  const folder = dirname(proxy.socket);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  await Promise.all([proxy.close(), proxy.close()]);
  await proxy.close();
  assert.equal(existsSync(folder), false);
});

test("returns the refusals after any moment, up to a limit", async (t) => {
  const { ask, proxy } = await proxied(t, { hosts: [] });
  const line = (host: string): string => `The sandbox does not allow ${host}:80. Allowed: .`;
  for (const host of ["one.test", "two.test", "one.test"]) await ask(get(`http://${host}/`, host));
  assert.deepEqual([proxy.refusals, proxy.refusedAfter(0)], [3, [line("one.test"), line("two.test")]]);
  assert.deepEqual([proxy.refusedAfter(2), proxy.refusedAfter(3)], [[line("one.test")], []]);
  for (let nth = 0; nth < 60; nth++) await ask(get(`http://${nth}.test/`, `${nth}.test`));
  assert.equal(proxy.refusedAfter(0).length, 50);
});

for (const answer of [
  "HTTP/1.1 200 a\x01b\r\n\r\n",
  "HTTP/1.1 000 none\r\n\r\n",
  "HTTP/1.1 99 short\r\n\r\n",
  "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nx",
  "HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n",
  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx",
  `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
  "nonsense",
  "",
]) {
  test(`reports a server that answers ${JSON.stringify(answer.slice(0, 60))} as unreachable`, async (t) => {
    const port = await listening(
      t,
      createServer((socket) => void socket.on("error", () => {}).once("data", () => socket.end(answer, "latin1"))),
    );
    const at = `allowed.test:${port}`;
    const { ask } = await proxied(t, { hosts: [at] });
    assert.match(await ask(get(`http://${at}/`, at)), /^HTTP\/1\.1 502 allowed\.test/);
  });
}

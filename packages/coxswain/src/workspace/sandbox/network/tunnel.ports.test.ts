import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test, type TestContext } from "node:test";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { CERTIFICATE, PRIVATE_KEY } from "../../../providers/tls.fixture.ts";
import { listening, proxied, remote } from "./network.fixture.ts";

/** Runs only in this process, whose tests listen on the ports of the web. */
const HERE = `127.3.${(process.pid >> 8) & 255}.${process.pid & 255}`;

/** Listening there may require root, and only Linux has all of 127.0.0.0/8. */
const skip = await new Promise<string | false>((resolve) => {
  const server = createServer().once("error", ({ message }) => resolve(message));
  server.listen(443, HERE, () => server.close(() => resolve(false)));
});

const scene = async (t: TestContext) =>
  proxied(t, { hosts: ["allowed.test", "other.test"], lookup: async () => [HERE], isPrivate: (address) => address !== HERE });

const CONNECT_TLS = "CONNECT allowed.test:443 HTTP/1.1\r\nHost: allowed.test:443\r\n\r\n";
const CONNECT_HTTP = "CONNECT allowed.test:80 HTTP/1.1\r\nHost: allowed.test\r\n\r\n";
const OPEN = /^HTTP\/1\.1 200 Connection established\r\n\r\n/;

/** Connects by TLS through the proxy to a host, and returns the answer or the error. */
const overTls = async (socket: string, servername: string): Promise<string> => {
  const client = connect(socket);
  client.write(CONNECT_TLS);
  assert.match(String(await once(client, "data")), OPEN);
  const secure = connectTls({ socket: client, servername, rejectUnauthorized: false });
  secure.end("hello");
  return secure.toArray().then(
    (chunks) => chunks.join(""),
    (error: Error) => error.message,
  );
};

test("on the TLS port a host is reached only by a client that requests that host", { skip }, async (t) => {
  let received = 0;
  const server = createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY, allowHalfOpen: true }, (socket) => void socket.pipe(socket));
  await listening(
    t,
    server.on("connection", () => received++),
    HERE,
    443,
  );
  const { proxy } = await scene(t);
  assert.equal(await overTls(proxy.socket, "allowed.test"), "hello");
  assert.equal(await overTls(proxy.socket, "Allowed.Test"), "hello");
  assert.equal(await overTls(proxy.socket, ""), "hello");
  assert.deepEqual(proxy.refusedAfter(0), []);
  assert.match(await overTls(proxy.socket, "other.test"), /unrecognized name/);
  assert.deepEqual(proxy.refusedAfter(0), ["The sandbox allows only TLS for allowed.test at allowed.test:443, not for another host."]);
  assert.equal(received, 4);
});

test("on the TLS port other protocols are refused, and none of their bytes arrive", { skip }, async (t) => {
  const chunks: string[] = [];
  await listening(
    t,
    createServer((socket) => void socket.on("data", (data) => chunks.push(String(data)))),
    HERE,
    443,
  );
  const { ask, proxy } = await scene(t);
  for (const data of ["GET / HTTP/1.1\r\nHost: other.test\r\n\r\n", "SSH-2.0-client\r\n", "\x16\x03\x01\x00\x05\x02aaaa"])
    assert.match(await ask(CONNECT_TLS, data), OPEN);
  for (const data of ["", "\x16\x03\x01"]) {
    const client = connect(proxy.socket);
    client.end(CONNECT_TLS + data);
    assert.match((await client.toArray()).join(""), OPEN);
  }
  assert.deepEqual(chunks, []);
});

test("on the plain HTTP port each request of a connection is checked", { skip }, async (t) => {
  const { received } = await remote(t, (_, response) => void response.end("there"), { at: HERE, port: 80 });
  const { ask } = await scene(t);
  const request = (path: string, host: string, ...more: readonly string[]): string =>
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...more, "", ""].join("\r\n");
  const last = "Connection: close";
  assert.match(await ask(CONNECT_HTTP + request("/1", "allowed.test") + request("/2", "allowed.test", last)), /there[^]*there/);
  assert.match(await ask(CONNECT_HTTP + request("/3", "allowed.test") + request("/4", "other.test")), /there[^]*HTTP\/1\.1 400 /);
  assert.match(await ask(CONNECT_HTTP, request("http://other.test/5", "other.test")), /HTTP\/1\.1 400 /);
  assert.match(await ask(CONNECT_HTTP, CONNECT_TLS), /HTTP\/1\.1 400 /);
  assert.match(await ask(CONNECT_HTTP, "SSH-2.0-client\r\n\r\n"), /HTTP\/1\.1 400 /);
  assert.deepEqual(
    received.map(({ line }) => line),
    ["GET /1", "GET /2", "GET /3"],
  );
});

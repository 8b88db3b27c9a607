import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { bodyText } from "./answer.ts";
import { httpSender } from "./http-sender.ts";
import { CERTIFICATE, PRIVATE_KEY } from "./tls.fixture.ts";
import { receive } from "./wires.fixture.ts";
import { providerModels } from "./provider-models.ts";

interface Listening extends AsyncDisposable {
  readonly port: number;
}

const listen = async (server: Server): Promise<Listening> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      if ("closeAllConnections" in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
const serving = (listener: RequestListener) => listen(createServer(listener));
const plain = (env: Readonly<Record<string, string>> = {}) => {
  const send = httpSender(env);
  return (url: string, init: RequestInit = {}) => send({ url, init });
};
const KEYED = { method: "POST", headers: { "x-api-key": "secret", authorization: "Bearer secret" }, body: '{"a":"ü"}' };

test("sends method, headers and body, and returns the server's response", async () => {
  await using server = await serving(async (incoming, response) => {
    const chunks = await incoming.toArray();
    response.writeHead(201, "Made", { "x-two": ["a", "b"], "x-seen": String(incoming.headers["x-api-key"]) });
    response.end(`${incoming.method} ${incoming.headers["content-length"]} ${Buffer.concat(chunks).toString()}`);
  });
  const response = await plain()(`http://127.0.0.1:${server.port}/`, KEYED);
  assert.equal(response.status, 201);
  assert.equal(response.statusText, "Made");
  assert.equal(response.headers["x-two"], "a, b");
  assert.equal(response.headers["x-seen"], "secret");
  assert.equal(await bodyText(response), 'POST 10 {"a":"ü"}');
});

test("does not hold the request's body while the response arrives", async () => {
  await using server = await serving((incoming, response) => void incoming.resume().on("end", () => response.write("first")));
  const leaving = new AbortController();
  const begin = async () => {
    const init: RequestInit = { method: "POST", body: "x".repeat(100_000), signal: leaving.signal };
    return { answer: await plain()(`http://127.0.0.1:${server.port}/`, init), sent: new WeakRef(init) };
  };
  const { answer, sent } = await begin();
  await once(answer.body, "readable");
  collectGarbage();
  assert.equal(sent.deref(), undefined);
  leaving.abort(new Error("left"));
  await assert.rejects(bodyText(answer), /left|aborted/);
});

/** Only a context that is made after the flag was set has the function. */
const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  setFlagsFromString("--no-expose-gc");
};

test("decompresses a body while it arrives", async () => {
  const seen = Promise.withResolvers<void>();
  await using server = await serving((_incoming, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write("first");
    gzip.flush();
    void seen.promise.then(() => gzip.end("second"));
  });
  const response = await plain()(`http://127.0.0.1:${server.port}/`);
  const pieces = response.body[Symbol.asyncIterator]();
  assert.equal(String((await pieces.next()).value), "first");
  seen.resolve();
  assert.equal(String((await pieces.next()).value), "second");
});

test("decompresses every supported encoding", async () => {
  const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  for (const [encoding, compress] of Object.entries(encodings)) {
    await using server = await serving((_incoming, response) => {
      response.writeHead(200, { "content-encoding": encoding });
      response.end(compress("grüß dich ".repeat(1000)));
    });
    const response = await plain()(`http://127.0.0.1:${server.port}/`);
    assert.equal(await bodyText(response), "grüß dich ".repeat(1000));
    assert.equal(response.headers["content-encoding"], undefined);
  }
});

test("reuses connections", async () => {
  const ports = new Set<number | undefined>();
  await using server = await serving((incoming, response) => {
    ports.add(incoming.socket.remotePort);
    response.end("ok");
  });
  const fetch = plain();
  for (let turn = 0; turn < 5; turn += 1) {
    await bodyText(await fetch(`http://127.0.0.1:${server.port}/`, KEYED));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(ports.size, 1);
});

test("follows a redirect on the same host with method and body", async () => {
  for (const status of [301, 302, 307, 308]) {
    await using server = await serving(async (incoming, response) => {
      if (incoming.url === "/old") return void response.writeHead(status, { location: "/new" }).end();
      const body = Buffer.concat(await incoming.toArray()).toString();
      response.end(`${incoming.method} ${incoming.url} ${body} ${String(incoming.headers["x-api-key"])}`);
    });
    const response = await plain()(`http://127.0.0.1:${server.port}/old`, KEYED);
    assert.equal(await bodyText(response), 'POST /new {"a":"ü"} secret');
  }
});

test("rejects a redirect to another host, which never receives the key", async () => {
  let asked = 0;
  await using other = await serving((_incoming, response) => {
    asked += 1;
    response.end();
  });
  await using server = await serving((_incoming, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
  });
  await assert.rejects(plain()(`http://127.0.0.1:${server.port}/`, KEYED), {
    name: "ModelError",
    code: "invalid",
    message: new RegExp(`redirects to http://127\\.0\\.0\\.1:${other.port}, which is not given the key`),
  });
  assert.equal(asked, 0);
});

test("rejects a redirect loop", async () => {
  await using server = await serving((_incoming, response) => void response.writeHead(302, { location: "/again" }).end());
  await assert.rejects(plain()(`http://127.0.0.1:${server.port}/`), { code: "invalid", message: /redirects too often/ });
});

test("sends requests through the environment's proxy", async () => {
  const asked: string[] = [];
  await using proxy = await serving((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    response.end("through the proxy");
  });
  const address = `http://127.0.0.1:${proxy.port}`;
  const response = await plain({ HTTP_PROXY: address })("http://models.example/v1", KEYED);
  assert.equal(await bodyText(response), "through the proxy");
  assert.deepEqual(asked, ["POST http://models.example/v1"]);
});

test("opens a proxy tunnel for a TLS request", async () => {
  const tunnels: (string | undefined)[] = [];
  const server = createServer();
  server.on("connect", (incoming, socket) => {
    tunnels.push(incoming.url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await using proxy = await listen(server);
  await assert.rejects(plain({ https_proxy: `http://127.0.0.1:${proxy.port}` })("https://models.example/v1", KEYED));
  assert.deepEqual(tunnels, ["models.example:443"]);
});

test("bypasses the proxy for NO_PROXY and loopback hosts", async () => {
  await using server = await serving((_incoming, response) => void response.end("direct"));
  const env = { HTTP_PROXY: "http://127.0.0.1:1", NO_PROXY: "models.example" };
  assert.equal(await bodyText(await plain(env)(`http://127.0.0.1:${server.port}/`)), "direct");
  assert.equal(await bodyText(await plain(env)(`http://localhost:${server.port}/`)), "direct");
  await assert.rejects(plain(env)("http://other.example/"), { code: "ECONNREFUSED" });
});

test("P4: classifies an untrusted certificate as invalid, and the message names the setting", async () => {
  await using server = await listen(createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_incoming, response) => void response.end()));
  const models = providerModels({ env: {}, custom: { mine: { baseURL: `https://localhost:${server.port}/v1` } } });
  const { error } = await receive(await models.get("mine/model"));
  assert.equal(error?.code, "invalid");
  assert.match(error?.message ?? "", /certificate of localhost:\d+ was not accepted.*NODE_EXTRA_CA_CERTS/);
});

test("trusts a custom certificate authority from NODE_EXTRA_CA_CERTS", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coxswain-"));
  try {
    await writeFile(join(folder, "ca.pem"), CERTIFICATE);
    await using server = await listen(
      createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_incoming, response) => void response.end("trusted")),
    );
    const script = `
      const { httpSender } = await import(${JSON.stringify(new URL("http-sender.ts", import.meta.url).href)});
      const answer = await httpSender({})({ url: "https://localhost:${server.port}/", init: {} });
      answer.body.pipe(process.stdout);`;
    const child = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", script], {
      env: { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    assert.equal((await child.stdout.toArray()).join(""), "trusted");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("an abort closes the connection, before and during the response", async () => {
  for (const early of [true, false]) {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    await using server = await serving((incoming, response) => {
      incoming.socket.once("close", () => closed.resolve());
      if (!early) response.write("a beginning");
      arrived.resolve();
    });
    const controller = new AbortController();
    const answer = plain()(`http://127.0.0.1:${server.port}/`, { signal: controller.signal }).then((head) => bodyText(head));
    const rejected = assert.rejects(answer);
    await arrived.promise;
    controller.abort();
    await rejected;
    await closed.promise;
  }
});

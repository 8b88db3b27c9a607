import assert from "node:assert/strict";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { fetchTool } from "../fetch.ts";
import { toolbox } from "../tool-context.fixture.ts";
import { withResponse } from "./get.ts";
import { readBody } from "./read-body.ts";
import { loopbackWeb, names, PUBLIC } from "./web.fixture.ts";

const { options } = names({ "public.test": [[PUBLIC]] });

const scene = async (t: TestContext, answer: RequestListener) => {
  const { calling } = await toolbox(t);
  const { port } = await loopbackWeb(t, answer);
  const fetch = calling(() => fetchTool(options));
  return (path = "") => fetch({ url: `http://public.test:${port}/${path}` });
};

/** Starts a server that sends exactly these bytes. */
const respondingWith = async (t: TestContext, ...parts: readonly (string | Buffer)[]) => {
  const { calling } = await toolbox(t);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    socket.once("data", () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
  });
  server.listen(0, PUBLIC);
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const fetch = calling(() => fetchTool(options));
  return () => fetch({ url: `http://public.test:${(server.address() as AddressInfo).port}/` });
};

const TEXT = { "content-type": "text/plain" };

/** Encoding, content type, body, and the decoded text. */
const WRITTEN: readonly (readonly [what: string, type: string | undefined, body: string | Buffer, seen: string])[] = [
  ["in the specified encoding", "text/plain; charset=windows-1252", Buffer.from([0x80, 0xfc]), "€ü"],
  ["in quotes", 'text/plain; charset="ISO-8859-1"', Buffer.from([0xfc]), "ü"],
  ["in UTF-8 despite an unknown charset", "text/plain; charset=nonsense", "ü", "ü"],
  ["in UTF-8 despite the charset UTF-7", "text/plain; charset=utf-7", "+AGg-", "+AGg-"],
  ["in UTF-8 with a mark, despite another charset", "text/plain; charset=iso-8859-1", "\ufeffü", "ü"],
  ["in UTF-16 with a mark", "text/plain", Buffer.from("\ufeffü", "utf16le"), "ü"],
  ["with a charset in the page", "text/html", Buffer.from("<meta charset=iso-8859-1><p>\xfc", "latin1"), "ü"],
  ["without a charset in the page", "text/html", "<p>ü", "ü"],
  ["with invalid bytes", "text/plain; charset=utf-8", Buffer.from([0x61, 0xff, 0x62]), "a\ufffdb"],
  ["without a type", undefined, "<p>ü", "<p>ü"],
  ["with line ends of every kind", "text/plain", "a\rb\r\nc\nd", "a\nb\nc\nd"],
  ["with escape sequences", "text/plain", "a\u001b[2Jb\u001b]0;title\u0007c\u0007\u009b1m", "abc\ufffd"],
  [
    "with invisible characters",
    "text/plain",
    "a\u200b\u2066b\u202e\u{e0041}\u{e0100}\u00adc\u2060\u{1f468}\u200d\u{1f33e}",
    "abc\u{1f468}\u200d\u{1f33e}",
  ],
  ["with hidden characters in a page and its title", "text/html", "<title>a\u202e&#x202e;b</title>&#8203;c&#xe0041;", "c"],
];

for (const [what, type, body, seen] of WRITTEN) {
  test(`decodes content ${what} as ${JSON.stringify(seen)}`, async (t) => {
    const fetch = await scene(
      t,
      (_, response) => void response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(body),
    );
    assert.equal((await fetch()).text.split("]\n\n")[1], seen);
  });
}

for (const status of [204, 205, 206, 304]) {
  test(`shows a response with the status ${status} and no body, even with a content-encoding`, async (t) => {
    const fetch = await scene(t, (_, response) => void response.writeHead(status, { "content-encoding": "gzip" }).end());
    assert.match((await fetch()).text, new RegExp(`; status ${status}\\]\n\n\\(empty\\)$`));
  });
}

for (const [packing, packed] of [
  ["gzip", gzipSync("small")],
  ["X-GZIP", gzipSync("small")],
  ["deflate", deflateSync("small")],
  ["br", brotliCompressSync("small")],
  ["identity", Buffer.from("small")],
] as const) {
  test(`decompresses ${packing}`, async (t) => {
    const fetch = await scene(t, (_, response) => void response.writeHead(200, { ...TEXT, "content-encoding": packing }).end(packed));
    assert.match((await fetch()).text, /\n\nsmall$/);
  });
}

test("rejects a double or unsupported content-encoding", async (t) => {
  const fetch = await scene(
    t,
    ({ url }, response) => void response.writeHead(200, { ...TEXT, "content-encoding": url?.slice(1) }).end("x"),
  );
  for (const packing of ["gzip,gzip", "zstd", "compress", "nonsense"])
    await assert.rejects(fetch(packing), { name: "ToolError", message: /unsupported content encoding/ });
});

for (const [what, bomb] of [
  ["gzip", gzipSync(Buffer.alloc(100_000_000), { level: 1 })],
  ["br", brotliCompressSync(Buffer.alloc(100_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const) {
  test(`stops at the usual limit for a body that expands too much (${what})`, async (t) => {
    const fetch = await scene(t, (_, response) => void response.writeHead(200, { ...TEXT, "content-encoding": what }).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    assert.match((await fetch()).text, /only the first 5000000 bytes were read\]$/);
    assert.ok(process.memoryUsage().arrayBuffers - before < 60_000_000);
  });
}

test("reads an endless body up to the limit and closes the connection", async (t) => {
  const left = Promise.withResolvers<void>();
  const fetch = await scene(t, (_, response) => {
    response.writeHead(200, TEXT).once("close", left.resolve);
    const more = (): void => void (response.destroyed || response.write("a".repeat(100_000), more));
    more();
  });
  assert.match((await fetch()).text, /of 5000000; continue with offset 50000; only the first 5000000 bytes were read\]$/);
  await left.promise;
});

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
for (const [name, ...parts] of [
  ["headers that are too long", `${HEAD}X: ${"a".repeat(100_000)}\r\n\r\nx`],
  ["too many headers", `${HEAD}${"X: a\r\n".repeat(20_000)}\r\nx`],
  ["two lengths", `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
  ["a length and chunks", `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`],
  ["less than its length", `${HEAD}Content-Length: 10\r\n\r\nx`],
  ["an unterminated chunk", `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nx`],
  ["another protocol", "SSH-2.0-server\r\n"],
  ["nothing"],
] as const) {
  test(`a response with ${name} is an error`, async (t) => {
    const fetch = await respondingWith(t, ...parts);
    await assert.rejects(fetch(), { name: "ToolError", message: /could not be reached/ });
  });
}

test("reads a response without a length to its end, and skips informational responses", async (t) => {
  const fetch = await respondingWith(
    t,
    "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n",
    `${HEAD}\r\n`,
    "all of it",
  );
  assert.match((await fetch()).text, /status 200\]\n\nall of it$/);
});

const LATE: Readonly<Record<string, RequestListener>> = {
  "never answers": () => {},
  "sends only headers": (_, response) => response.writeHead(200, TEXT).flushHeaders(),
  "sends a byte now and then": (_, response) => {
    const drip = setInterval(() => response.write("x"), 5);
    response.writeHead(200, TEXT).once("close", () => clearInterval(drip));
  },
  "redirects endlessly": (_, response) => void setTimeout(() => response.writeHead(302, { location: "/" }).end(), 20),
};

for (const [what, answer] of Object.entries(LATE)) {
  test(`the timeout covers a server that ${what}`, async (t) => {
    const { port } = await loopbackWeb(t, answer);
    const context = { signal: new AbortController().signal, permission: async () => {} };
    const url = new URL(`http://public.test:${port}/`);
    const reading = withResponse(url, { tool: "fetch", options, context, timeout: 60 }, ({ response }) => readBody(response, 1000));
    await assert.rejects(reading, { name: "ToolError", message: `public.test:${port} did not respond completely within 60 ms.` });
  });
}

test("the timeout covers a name server that never responds", async () => {
  const context = { signal: new AbortController().signal, permission: async () => {} };
  const order = { tool: "fetch", options: { lookup: () => new Promise<never>(() => {}) }, context, timeout: 20 };
  await assert.rejects(
    withResponse(new URL("http://public.test/"), order, async () => {}),
    { message: /did not respond completely within 20 ms/ },
  );
});

for (const [what, answer] of Object.entries(LATE)) {
  test(`an abort immediately stops a fetch from a server that ${what}, and leaves no connection`, async (t) => {
    const { calling, abort } = await toolbox(t);
    const gone = Promise.withResolvers<void>();
    const { port } = await loopbackWeb(t, (request, response) => {
      request.socket.once("close", gone.resolve);
      answer(request, response);
      abort();
    });
    const fetch = calling(() => fetchTool(options));
    await assert.rejects(fetch({ url: `http://public.test:${port}/` }), { name: "ToolError", message: "Cancelled." });
    await gone.promise;
  });
}

test("keeps no connection alive and reuses none", async (t) => {
  const sockets = new Set<Socket>();
  const closed: Promise<unknown>[] = [];
  const fetch = await scene(t, (request, response) => {
    sockets.add(request.socket);
    closed.push(once(request.socket, "close"));
    response.writeHead(200, TEXT).end(request.headers.connection);
  });
  for (let nth = 0; nth < 3; nth++) assert.match((await fetch()).text, /\n\nclose$/);
  assert.equal(sockets.size, 3);
  await Promise.all(closed);
});

test("invalid compressed data is an error from its first byte on", async (t) => {
  const fetch = await scene(
    t,
    ({ url }, response) => void response.writeHead(200, { ...TEXT, "content-encoding": url?.slice(1) }).end("no"),
  );
  for (const packing of ["gzip", "deflate", "br"])
    await assert.rejects(fetch(packing), { name: "ToolError", message: /could not be reached/ });
});

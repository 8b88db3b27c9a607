import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { test, type TestContext } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { PermissionRequest } from "../loop/index.ts";
import { fetchTool } from "./fetch.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { loopbackWeb, names, PRIVATE, PUBLIC } from "./web/web.fixture.ts";

const TABLE = {
  "public.test": [[PUBLIC]],
  "private.test": [[PRIVATE]],
  "both.test": [[PUBLIC, PRIVATE]],
  "turns.test": [[PUBLIC], [PRIVATE]],
};

const scene = async (t: TestContext, answer: RequestListener, more: { readonly privateHosts?: readonly string[] } = {}) => {
  const { calling } = await toolbox(t);
  const web = await loopbackWeb(t, answer);
  const { options, looked } = names(TABLE);
  const fetch = calling(() => fetchTool({ ...options, ...more }));
  return { ...web, looked, fetch: (url: string, input: object = {}) => fetch({ url: url.replace("PORT", String(web.port)), ...input }) };
};

const responding =
  (text: string, type = "text/plain", headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type, ...headers }).end(text);

test("S2-27: shows a page as Markdown or unchanged", async (t) => {
  const { fetch } = await scene(t, responding("<title>T</title><h1>Hello</h1><a href=/x>x</a>", "text/html; charset=utf-8"));
  const { text, details } = await fetch("http://public.test:PORT/a#part");
  assert.match(text, /^\[http:\/\/public\.test:\d+\/a; status 200; T\]\n\n# Hello\n\n\[x\]\(http:\/\/public\.test:\d+\/x\)$/);
  assert.equal((details as { readonly status: number }).status, 200);
  assert.match((await fetch("http://public.test:PORT/a", { format: "html" })).text, /<h1>Hello<\/h1>/);
});

/** Rejected URLs: neither server receives a request. */
const REFUSED: readonly (readonly [url: string, why: RegExp])[] = [
  ["http://private.test:PORT/", /private network/],
  ["http://both.test:PORT/", /private network/],
  [`http://${PRIVATE}:PORT/`, /private network/],
  ["http://127.1:PORT/", /private network/],
  ["http://0x7f.0.0.1:PORT/", /private network/],
  ["http://2130706433:PORT/", /private network/],
  ["http://017700000001:PORT/", /private network/],
  ["http://[::1]:PORT/", /private network/],
  ["http://[::ffff:127.0.0.1]:PORT/", /private network/],
  ["http://169.254.169.254/latest/meta-data/", /private network/],
  ["http://１２７.0.0.1:PORT/", /private network/],
  ["http://user:secret@public.test:PORT/", /user name or password/],
  ["file:///etc/passwd", /not a web URL/],
  ["ftp://public.test/", /not a web URL/],
  ["gopher://public.test/", /not a web URL/],
  ["data:text/plain,x", /not a web URL/],
  ["javascript:alert(1)", /not a web URL/],
  ["public.test", /not a URL/],
  ["http://unknown.test/", /could not be found/],
];

for (const [url, why] of REFUSED) {
  test(`rejects ${url} before it sends a request`, async (t) => {
    const { fetch, asked } = await scene(t, responding("secret"));
    await assert.rejects(fetch(url), { name: "ToolError", message: why });
    assert.deepEqual(asked, []);
  });
}

test("connects to the checked address, even if the name resolves to another address a moment later", async (t) => {
  const { fetch, asked, looked } = await scene(t, responding("text"));
  await fetch("http://turns.test:PORT/");
  assert.deepEqual([asked.map(({ at }) => at), looked], [[PUBLIC], ["turns.test"]]);
  await assert.rejects(fetch("http://turns.test:PORT/"), { message: /private network/ });
  assert.equal(asked.length, 1);
});

for (const [what, to, why] of [
  ["a private name", "http://private.test:PORT/secret", /private network/],
  ["a private address", "http://127.0.0.1:PORT/secret", /private network/],
  ["a file", "file:///etc/passwd", /not a web URL/],
  ["a URL with a password", "http://a:b@public.test:PORT/", /user name or password/],
  ["itself", "http://public.test:PORT/", /more than 5 times/],
] as const) {
  test(`does not follow a redirect to ${what}`, async (t) => {
    const { fetch, asked } = await scene(
      t,
      ({ socket }, response) => void response.writeHead(302, { location: to.replace("PORT", String(socket.localPort)) }).end(),
    );
    await assert.rejects(fetch("http://public.test:PORT/"), { name: "ToolError", message: why });
    assert.ok(asked.every(({ at }) => at === PUBLIC));
  });
}

test("follows a redirect after permission is granted, and requests permission for each one", async (t) => {
  const { port, asked } = await loopbackWeb(
    t,
    ({ url }, response) => void (url === "/" ? response.writeHead(301, { location: "/moved" }).end() : response.end("there")),
  );
  const { calling } = await toolbox(t);
  const requests: PermissionRequest[] = [];
  const tool = fetchTool(names(TABLE).options);
  const watched = {
    ...tool,
    execute: (input: never, context: Parameters<typeof tool.execute>[1]) =>
      tool.execute(input, { ...context, permission: async (request) => void requests.push(request) }),
  };
  const { text } = await calling(() => watched)({ url: `http://public.test:${port}/` });
  assert.match(text, /moved; status 200\]\n\nthere$/);
  assert.deepEqual(requests, [{ tool: "fetch", effect: "network", subject: `http://public.test:${port}/moved` }]);
  assert.equal(asked.length, 2);
});

test("reaches a private host from the settings, and no host that only has the same suffix", async (t) => {
  const { fetch, asked } = await scene(t, responding("text"), { privateHosts: ["private.test"] });
  await fetch("http://private.test:PORT/");
  assert.deepEqual(
    asked.map(({ at }) => at),
    [PRIVATE],
  );
  const other = await scene(t, responding("text"), { privateHosts: ["vate.test", "private.test:1"] });
  await assert.rejects(other.fetch("http://private.test:PORT/"), { message: /private network/ });
});

test("decompresses responses, and truncates one that exceeds the limit", async (t) => {
  const big = Buffer.alloc(60_000_000, "a");
  const { fetch } = await scene(t, ({ url }, response) => {
    const packed = url === "/br" ? brotliCompressSync("small") : gzipSync(url === "/bomb" ? big : "small");
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": url === "/br" ? "br" : "gzip" }).end(packed);
  });
  for (const path of ["gzip", "br"]) assert.match((await fetch(`http://public.test:PORT/${path}`)).text, /small$/);
  const { text } = await fetch("http://public.test:PORT/bomb");
  assert.match(text, /characters 0 to 50000 of 5000000; continue with offset 50000; only the first 5000000 bytes were read\]$/);
});

test("shows a long text in parts", async (t) => {
  const { fetch } = await scene(t, responding(`${"a".repeat(50_000)}end`));
  assert.match((await fetch("http://public.test:PORT/", { offset: 50_000 })).text, /\n\nend$/);
  await assert.rejects(fetch("http://public.test:PORT/", { offset: 60_000 }), { name: "ToolError", message: /after its end/ });
});

test("T9: decodes text in another encoding, removes escape sequences, and rejects binary content", async (t) => {
  const { fetch } = await scene(t, ({ url }, response) => {
    if (url === "/latin")
      return void response.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" }).end(Buffer.from("gr\xfcn", "latin1"));
    if (url === "/ansi") return void response.writeHead(200, { "content-type": "text/plain" }).end("\u001b[31mred\u001b[0m");
    response.writeHead(200, url === "/bytes" ? {} : { "content-type": "image/png" }).end(Buffer.from([0, 1, 2]));
  });
  assert.match((await fetch("http://public.test:PORT/latin")).text, /grün$/);
  assert.match((await fetch("http://public.test:PORT/ansi")).text, /\n\nred$/);
  for (const path of ["image", "bytes"])
    await assert.rejects(fetch(`http://public.test:PORT/${path}`), { message: /not text\. Use download/ });
});

test("an error response is an error that contains its body", async (t) => {
  const { fetch } = await scene(t, (_, response) => void response.writeHead(404, { "content-type": "text/html" }).end("<p>Not here</p>"));
  const { text, isError } = await fetch("http://public.test:PORT/");
  assert.match(text, /status 404\]\n\nNot here$/);
  assert.equal(isError, true);
});

test("a server that closes the connection, sends an invalid response or never responds is an error", async (t) => {
  const { fetch } = await scene(t, (request, response) => {
    if (request.url === "/cut")
      return void response
        .writeHead(200, { "content-length": "100", "content-type": "text/plain" })
        .write("x", () => request.socket.destroy());
    if (request.url === "/bad")
      return void response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" }).end("no gzip");
    request.socket.destroy();
  });
  for (const path of ["cut", "bad", "gone"]) {
    await assert.rejects(fetch(`http://public.test:PORT/${path}`), { name: "ToolError", message: /could not be reached/ });
  }
});

test("an abort stops a fetch", async (t) => {
  const { calling, abort } = await toolbox(t);
  const { port } = await loopbackWeb(t, () => abort());
  const fetch = calling(() => fetchTool(names(TABLE).options));
  await assert.rejects(fetch({ url: `http://public.test:${port}/` }), { name: "ToolError", message: "Cancelled." });
});

import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { downloadTool } from "./download.ts";
import { toolbox } from "./tool-context.fixture.ts";
import { loopbackWeb, names, PRIVATE, PUBLIC } from "./web/web.fixture.ts";

const scene = async (t: TestContext, answer: RequestListener) => {
  const box = await toolbox(t);
  const { port, asked } = await loopbackWeb(t, answer);
  const { options } = names({ "public.test": [[PUBLIC]], "private.test": [[PRIVATE]] });
  const download = box.calling((workspace) => downloadTool(workspace, options));
  return { ...box, asked, download: (host: string, path: string, from = "/") => download({ url: `http://${host}:${port}${from}`, path }) };
};

test("S2-27: saves a resource byte for byte and shows the progress", async (t) => {
  const bytes = Buffer.from([0, 255, 1, 2]);
  const { download, at, shown } = await scene(
    t,
    (_, response) => void response.writeHead(200, { "content-type": "image/png", "content-length": "4" }).end(bytes),
  );
  const { text } = await download("public.test", "new/picture.png");
  assert.match(text, /^Saved 4 bytes of image\/png from http:\/\/public\.test:\d+\/ to new\/picture\.png\.$/);
  assert.deepEqual(readFileSync(at("new/picture.png")), bytes);
  assert.equal(shown().at(-1), "4 of 4 bytes");
});

test("does not overwrite an existing file, even through a link, and sends no request", async (t) => {
  const { download, at, asked } = await scene(t, (_, response) => void response.end("x"));
  writeFileSync(at("a"), "old");
  symlinkSync("a", at("link"));
  for (const path of ["a", "link"]) await assert.rejects(download("public.test", path), { name: "ToolError", message: /a exists already/ });
  assert.deepEqual([readFileSync(at("a"), "utf8"), asked], ["old", []]);
});

test("a failure, a private address, and a body that is too large or truncated leave no file", async (t) => {
  const { download, at } = await scene(t, ({ socket }, response) => {
    const nth = state++;
    if (nth === 0) return void response.writeHead(500).end("x");
    if (nth === 1) return void response.writeHead(200, { "content-length": "100000001" }).write("x");
    return void response.writeHead(200, { "content-length": "100" }).write("x", () => socket.destroy());
  });
  let state = 0;
  for (const message of [/status 500/, /has 100000001 bytes/, /could not be reached/]) {
    await assert.rejects(download("public.test", "a"), { name: "ToolError", message });
  }
  await assert.rejects(download("private.test", "a"), { message: /private network/ });
  assert.equal(existsSync(at("a")), false);
});

test("requests permission for the address and for the real path of the file", async (t) => {
  const { needs, root } = await toolbox(t);
  assert.deepEqual(await needs((workspace) => downloadTool(workspace), { url: "https://Example.org:443/a b#c", path: "../x" }), [
    { tool: "download", effect: "network", subject: "https://example.org/a%20b" },
    { tool: "download", effect: "write", subject: `${root.slice(0, root.lastIndexOf("/"))}/x`, inside: false },
  ]);
});

test("decompresses a response, and omits the total size until it is known", async (t) => {
  const { download, at, shown } = await scene(t, (_, response) => {
    const packed = gzipSync("a".repeat(1000));
    response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length }).end(packed);
  });
  assert.match((await download("public.test", "a")).text, /^Saved 1000 bytes from /);
  assert.equal(readFileSync(at("a"), "utf8"), "a".repeat(1000));
  assert.equal(shown().at(-1), "1000 of ? bytes");
});

test("a body that exceeds the limit after decompression and a redirect to a private network leave no file", async (t) => {
  const bomb = gzipSync(Buffer.alloc(120_000_000), { level: 1 });
  const { download, at } = await scene(t, ({ url, socket }, response) => {
    if (url === "/") response.writeHead(302, { location: `http://private.test:${socket.localPort}/x` }).end();
    else response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  await assert.rejects(download("public.test", "a"), { message: /private network/ });
  await assert.rejects(download("public.test", "a", "/bomb"), { message: /has more than 100000000 bytes. Nothing was written/ });
  assert.equal(existsSync(at("a")), false);
});

test("a download that is aborted at its start sends no request", async (t) => {
  const { calling, at, abort } = await toolbox(t);
  const { port, asked } = await loopbackWeb(t, (_, response) => void response.end("x"));
  const { options } = names({ "public.test": [[PUBLIC]] });
  const download = calling((workspace) => downloadTool(workspace, options));
  // Aborts after the call has started and before it makes progress.
  const going = download({ url: `http://public.test:${port}/`, path: "a" }, () => queueMicrotask(abort));
  await assert.rejects(going, { name: "ToolError", message: "Cancelled." });
  assert.deepEqual([asked, existsSync(at("a"))], [[], false]);
});

test("an abort stops a download and leaves no file", async (t) => {
  const { download, at, abort } = await scene(t, (_, response) => {
    response.writeHead(200).write("x");
    abort();
  });
  await assert.rejects(download("public.test", "new/a"), { name: "ToolError", message: "Cancelled." });
  assert.equal(existsSync(at("new")), false);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

test("sends requests through the proxy of the environment, except to hosts in NO_PROXY", async () => {
  await using cox = await openCox(() => "ahoy");
  const { port } = new URL(cox.server.url);
  const asked: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    asked.push(`${incoming.url} ${incoming.headers["proxy-authorization"]}`);
    const { method, headers, url = "" } = incoming;
    const { pathname: path } = new URL(url);
    incoming.pipe(
      request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = `http://ann:password@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const through = await cox.run(["go"], { env: { HTTP_PROXY: address, ANTHROPIC_BASE_URL: "http://llm.example" } });
    assert.deepEqual([through.code, through.stdout], [0, "ahoy\n"], through.stderr);
    assert.deepEqual(asked, [`http://llm.example/v1/messages Basic ${btoa("ann:password")}`]);
    const past = await cox.run(["go"], { env: { HTTP_PROXY: address, NO_PROXY: "127.0.0.1" } });
    assert.deepEqual([past.code, asked.length], [0, 1], past.stderr);
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { sseStub } from "./sse-server.fixture.ts";
import { manualTimers, never, serversOf, textOf } from "./stub-server.fixture.ts";
import type { McpServersOptions } from "./mcp-servers.ts";
import type { McpUrlConfig } from "./types.ts";

const only = (t: TestContext, config: McpUrlConfig, options: Partial<McpServersOptions> = {}) => {
  const { servers } = serversOf(t, [config], options);
  const [server] = servers.servers;
  if (server === undefined) throw new Error("no server");
  return { server, servers };
};

const echo = (server: ReturnType<typeof only>["server"], text: string) => server.callTool("echo", { text }, { signal: never() });

test("speaks HTTP+SSE with a server of that type, and sends its headers with each request", async (t) => {
  const { config, headers } = await sseStub(t);
  const { server } = only(t, { ...config, transport: "sse" });
  assert.equal((await server.start(never())).era, "legacy");
  assert.equal(textOf(await echo(server, "ahoy")), "ahoy");
  assert.ok(headers.length > 3 && headers.every((each) => each["x-key"] === "k"));
});

test("speaks HTTP+SSE with a server whose URL refuses streamable HTTP", async (t) => {
  const { config } = await sseStub(t);
  const { server } = only(t, config);
  assert.equal(textOf(await echo(server, "ahoy")), "ahoy");
});

test("a URL without an event stream fails with the reason", async (t) => {
  const { config } = await sseStub(t);
  const { server } = only(t, { ...config, url: config.url.replace("/sse", "/other"), transport: "sse" });
  await assert.rejects(server.start(never()), /no MCP server at this URL \(HTTP 404\)\. Check the URL/);
});

test("an event stream that ends fails the call, and the next call opens another session", async (t) => {
  const { config, opened } = await sseStub(t);
  const { timers, advance } = manualTimers();
  const { server } = only(t, { ...config, transport: "sse" }, { timers });
  await assert.rejects(echo(server, "hang up"), /its event stream ended/);
  assert.equal(server.state.kind, "failed");
  const again = echo(server, "back");
  advance(1000);
  assert.equal(textOf(await again), "back");
  assert.equal(opened(), 2);
});

test("a message over 10 MB in the event stream ends the call", async (t) => {
  const { config } = await sseStub(t);
  const { server } = only(t, { ...config, transport: "sse" });
  await assert.rejects(echo(server, "large"), /its event stream ended/);
});

test("closing the servers closes the event stream", async (t) => {
  const { config, streams } = await sseStub(t);
  const { server, servers } = only(t, { ...config, transport: "sse" });
  await server.start(never());
  const [stream] = streams;
  assert.ok(stream);
  const closed = once(stream, "close");
  await servers.close();
  await closed;
});

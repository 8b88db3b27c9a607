import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { McpError } from "./errors.ts";
import { httpStub, type HttpStubOptions } from "./http-server.fixture.ts";
import { manualTimers, never, serversOf, textOf } from "./stub-server.fixture.ts";
import type { McpServersOptions } from "./mcp-servers.ts";
import type { McpServer, McpUrlConfig } from "./types.ts";

const only = (t: TestContext, config: McpUrlConfig, options: Partial<McpServersOptions> = {}): McpServer => {
  const server = serversOf(t, [config], options).servers.find(config.name);
  if (server === undefined) throw new Error("no server");
  return server;
};

for (const era of ["legacy", "modern"] as const)
  for (const sse of [false, true])
    test(`speaks with a ${era} server over HTTP ${sse ? "with event streams" : "with JSON"}`, async (t) => {
      const { config, requests } = await httpStub(t, { era, sse });
      const server = only(t, { ...config, headers: { "x-key": "k" } });
      assert.equal((await server.start(never())).era, era);
      assert.equal(textOf(await server.callTool("echo", { text: "ahoy" }, { signal: never() })), "ahoy");
      assert.ok(requests.every(({ headers }) => headers["x-key"] === "k"));
      const call = requests.find(({ method }) => method === "tools/call");
      assert.equal(call?.headers["mcp-param-text"], era === "modern" ? "ahoy" : undefined);
    });

test("ends its session at the server", async (t) => {
  const { config, requests } = await httpStub(t);
  const { servers } = serversOf(t, [config]);
  await servers.find("web")?.start(never());
  await servers.close();
  const last = requests.at(-1);
  assert.deepEqual([last?.method, last?.headers["mcp-session-id"]], ["DELETE", "session-1"]);
});

test("a call whose session the server has forgotten is sent again in a new one", async (t) => {
  const { config, forget, requests } = await httpStub(t);
  const server = only(t, config);
  await server.start(never());
  forget();
  assert.equal(textOf(await server.callTool("echo", { text: "again" }, { signal: never() })), "again");
  assert.equal(requests.filter(({ method }) => method === "initialize").length, 2);
});

test("a server that has become modern is recognized in spite of the cache", async (t) => {
  const { config, becomeModern } = await httpStub(t);
  const { servers, again } = serversOf(t, [config]);
  assert.equal((await servers.find("web")?.start(never()))?.era, "legacy");
  await servers.close();
  becomeModern();
  assert.equal((await again().find("web")?.start(never()))?.era, "modern");
});

const refused: readonly (readonly [
  what: string,
  intercept: NonNullable<HttpStubOptions["intercept"]>,
  reason: RegExp,
  needsLogin: boolean,
])[] = [
  [
    "asks for a login",
    (_, response) => !!response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
    /^MCP server web: not logged in\. Run: cox mcp login web$/,
    true,
  ],
  ["denies access", (_, response) => !!response.writeHead(403).end("no"), /HTTP 403/, false],
  [
    "is a web page",
    (_, response) => !!response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>"),
    /not MCP.*Check the URL/,
    false,
  ],
  ["does not exist", (_, response) => !!response.writeHead(404).end("<h1>not here</h1>"), /no MCP server at this URL \(HTTP 404\)/, false],
  ["fails", (_, response) => !!response.writeHead(500).end("\u001b[31mout of memory"), /HTTP 500.*out of memory|out of memory/, false],
  [
    "redirects to another host",
    (_, response) => !!response.writeHead(302, { location: "http://other.invalid/" }).end(),
    /redirects to http:\/\/other\.invalid\//,
    false,
  ],
];
for (const [what, intercept, reason, needsLogin] of refused) {
  test(`a server that ${what} fails with the reason`, async (t) => {
    const { config } = await httpStub(t, { intercept });
    const server = only(t, config);
    await assert.rejects(
      server.start(never()),
      (error) => error instanceof McpError && reason.test(error.message) && !error.message.includes("\u001b"),
    );
    assert.ok(server.state.kind === "failed");
    assert.equal(server.state.needsLogin, needsLogin);
  });
}

test("a configured header is hidden in an answer that is cut, also in one after the server has forgotten the session", async (t) => {
  const token = "token".repeat(100);
  let answered = 0;
  const { config } = await httpStub(t, {
    intercept: (_, response, { method }) => {
      if (method !== "tools/call") return false;
      answered += 1;
      response.writeHead(answered === 1 ? 404 : 500).end(`unknown: ${token}`);
      return true;
    },
  });
  const server = only(t, { ...config, headers: { authorization: `Bearer ${token}` } });
  await assert.rejects(server.callTool("echo", {}, { signal: never() }), /HTTP 500: unknown: \[hidden\]$/);
  assert.equal(answered, 2);
});

test("a server that does not listen fails with the reason", async (t) => {
  const { config, close } = await httpStub(t);
  await close();
  await assert.rejects(only(t, config).start(never()), /connection refused/);
});

test("a server that is silent fails after the start's timeout", async (t) => {
  const { config } = await httpStub(t, { intercept: () => true });
  const server = only(t, { ...config, startTimeout: 200 });
  await assert.rejects(server.start(never()), /no answer within 0\.2 s/);
});

test("a login is tried at each start, and its token is sent", async (t) => {
  const login: { token?: string } = {};
  const { config } = await httpStub(t, {
    intercept: (request, response) => request.headers.authorization !== "Bearer fresh" && !!response.writeHead(401).end(),
  });
  const server = only(t, config, { auth: () => ({ provider: { token: async () => login.token }, observe: (fetch) => fetch }) });
  for (let attempt = 0; attempt < 6; attempt += 1) await assert.rejects(server.start(never()), /not logged in/);
  login.token = "fresh";
  assert.equal((await server.start(never())).tools.length, 1);
});

test("a login that ends in a call makes the server fail, and the call after the next login starts it again", async (t) => {
  let valid = true;
  const { config, requests } = await httpStub(t, { intercept: (_, response) => !valid && !!response.writeHead(401).end() });
  const server = only(t, config);
  await server.start(never());
  valid = false;
  await assert.rejects(server.callTool("echo", {}, { signal: never() }), /not logged in/);
  assert.ok(server.state.kind === "failed");
  assert.ok(server.state.needsLogin);
  valid = true;
  assert.equal(textOf(await server.callTool("echo", { text: "again" }, { signal: never() })), "again");
  assert.equal(requests.filter(({ method }) => method === "initialize").length, 2);
});

for (const sse of [false, true])
  test(`messages over 10 MB end their calls and nothing else, ${sse ? "in event streams" : "as JSON"}`, async (t) => {
    const { config, requests } = await httpStub(t, {
      sse,
      intercept: (_, response, { id, method, params }) => {
        if (method !== "tools/call" || (params as { arguments: { text?: string } }).arguments.text !== "large") return false;
        response.writeHead(200, { "content-type": sse ? "text/event-stream" : "application/json" });
        const content = [{ type: "text", text: "x".repeat(11_000_000) }];
        const body = JSON.stringify({ jsonrpc: "2.0", id, result: { content } });
        response.end(sse ? `id: 1\ndata: ${body}\n\n` : body);
        return true;
      },
    });
    const server = only(t, { ...config, callTimeout: 3000 });
    for (let calls = 0; calls < 5; calls += 1)
      await assert.rejects(
        server.callTool("echo", { text: "large" }, { signal: never() }),
        /^McpError: MCP server web: it sent a message over 10 MB$/,
      );
    assert.equal(server.state.kind, "started");
    assert.equal(textOf(await server.callTool("echo", { text: "small" }, { signal: never() })), "small");
    assert.equal(requests.filter(({ method }) => method === "initialize").length, 1);
  });

for (const era of ["legacy", "modern"] as const)
  test(`a call of a ${era} server whose event stream is cut fails at once`, async (t) => {
    const { config } = await httpStub(t, {
      era,
      intercept: (_, response, { method }) => {
        if (method !== "tools/call") return false;
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": working\n\n");
        setImmediate(() => response.destroy());
        return true;
      },
    });
    const server = only(t, { ...config, callTimeout: 100_000 });
    await assert.rejects(server.callTool("echo", {}, { signal: never() }), /its answer was interrupted/);
    assert.equal(server.state.kind, "started");
  });

test("a modern server's subscription that breaks off is opened again, later after each time, and the lists are read again", async (t) => {
  const { timers, advance, requested } = manualTimers();
  let opened = 0;
  let listed = 0;
  const { config } = await httpStub(t, {
    era: "modern",
    intercept: (_, response, { id, method, params }) => {
      if (method === "tools/list") listed += 1;
      if (method !== "subscriptions/listen") return false;
      opened += 1;
      if (opened === 2) return !!response.writeHead(503).end();
      const about = { _meta: { "io.modelcontextprotocol/subscriptionId": id } };
      const acknowledged = { method: "notifications/subscriptions/acknowledged", params: { ...(params as object), ...about } };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...acknowledged })}\n\n`);
      if (opened === 1) response.end();
      return true;
    },
  });
  await only(t, { ...config, startTimeout: 9000 }, { timers }).start(never());
  for (const delay of [5000, 10_000]) {
    while (!requested.includes(delay)) await new Promise(setImmediate);
    advance(delay);
  }
  while (listed < 2) await new Promise(setImmediate);
  assert.equal(opened, 3);
});

test("the stream of a legacy server's notifications is opened again after failures", async (t) => {
  const { timers, advance, requested } = manualTimers();
  let opened = 0;
  let listed = 0;
  const { config } = await httpStub(t, {
    intercept: (request, response, { method }) => {
      if (method === "tools/list") listed += 1;
      if (request.method !== "GET") return false;
      opened += 1;
      if (opened > 1 && opened < 4) return !!response.writeHead(503).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (opened === 1) response.end();
      else response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
      return true;
    },
  });
  await only(t, { ...config, startTimeout: 9000 }, { timers }).start(never());
  for (const delay of [2000, 4000, 8000]) {
    while (!requested.includes(delay)) await new Promise(setImmediate);
    advance(delay);
  }
  while (listed < 2) await new Promise(setImmediate);
  assert.equal(opened, 4);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { serversOf, stubConfig } from "../mcp/stub-server.fixture.ts";
import { reopen, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { callSay, collect, openScene, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { type Behaviour, call, direct, echo, echoes, namesOf, open, resultIn, search, serversWith } from "../runtime/mcp.fixture.ts";

test("S2-29: few known tools are listed in the requests, and the model calls them under their names", async (t) => {
  await using scene = await open(t, {}, { script: [direct("echo", { text: "ahoy" }), "ok"] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(namesOf(scene.model.requests[0]), ["mcp__stub__echo"]);
  assert.equal(resultIn(scene.model.requests[1]?.messages), "ahoy");
  assert.doesNotMatch(scene.model.requests[0]?.system.join("\n") ?? "", /MCP servers/);
});

test("S2-29, S2-31: more than 30 tools are found by a search, and called through call_tool", async (t) => {
  await using scene = await open(t, { tools: echoes(31) }, { script: [search("echo_7"), call("stub/echo_7", { text: "ahoy" }), "ok"] });
  await scene.session.prompt("go").outcome;
  const [first, second] = scene.model.requests;
  assert.deepEqual(namesOf(first), ["call_tool", "mcp_search"]);
  assert.match(first?.system.at(-1) ?? "", /^# MCP servers\n.*\n- stub: Be brief\. \(31 tools\)$/);
  assert.match(resultIn(second?.messages), /^## stub\/echo_7\nReturns its text\.\nArguments: \{"type":"object".*"text"/);
  // The stub knows no such tool, and its error is the result.
  assert.match(transcript(scene.session)[4] ?? "", /^tool: !error MCP server stub: .*unknown tool echo_7/);
});

test("tools that take more than 5 % of the context window are deferred", async (t) => {
  const large = { ...echo(), description: "long words ".repeat(150) };
  const script = ["ok"];
  await using scene = await open(t, { tools: [large] }, { script, scripted: { info: { contextWindow: 8_000 } } });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(namesOf(scene.model.requests[0]), ["call_tool", "mcp_search"]);
  await using other = await open(t, { tools: [large] }, { script, scripted: { info: { contextWindow: 200_000 } } });
  await other.session.prompt("go").outcome;
  assert.deepEqual(namesOf(other.model.requests[0]), ["mcp__stub__echo"]);
});

test("a server that is not known yet does not delay the first request, and a search starts it", async (t) => {
  const servers = await serversWith(t, { tools: echoes(1) }, { unknown: true });
  await using scene = await openScene({ script: [search("echo"), call("stub/echo", { text: "ahoy" }), "ok"], mcp: servers });
  assert.equal(servers.servers[0]?.state.kind, "configured");
  await scene.session.prompt("go").outcome;
  assert.match(scene.model.requests[0]?.system.at(-1) ?? "", /\n- stub$/);
  assert.match(resultIn(scene.model.requests[1]?.messages), /^## stub\/echo\n/);
  assert.equal(resultIn(scene.model.requests[2]?.messages), "ahoy");
});

test("S2-29: a server that is not known yet does not defer the tools of others, and nothing moves when it is known later", async (t) => {
  const configs = [stubConfig({ tools: echoes(2) }), stubConfig({ tools: [echo(7)] }, { name: "new" })];
  const { servers, again } = serversOf(t, configs);
  await servers.find("stub")?.start(AbortSignal.timeout(10_000));
  await servers.close();
  const later = again();
  await using scene = await openScene({ script: [search("echo_7"), direct("echo", { text: "ahoy" }), "ok", "ok"], mcp: later });
  await scene.session.prompt("go").outcome;
  const [first, second, third] = scene.model.requests;
  assert.deepEqual(namesOf(first).toSorted(), ["call_tool", "mcp__stub__echo", "mcp__stub__echo_1", "mcp_search"]);
  assert.match(first?.system.at(-1) ?? "", /^# MCP servers\n.*\n- new$/);
  assert.match(resultIn(second?.messages), /^## new\/echo_7\n/);
  assert.equal(resultIn(third?.messages), "ahoy");
  await scene.session.prompt("again").outcome;
  const { id } = scene.session;
  await scene.session.close();
  await later.close();
  await using other = await reopen(scene.store, id, { script: ["ok"], mcp: again() });
  await other.session.prompt("once more").outcome;
  const requests = [...scene.model.requests, ...other.model.requests];
  assert.equal(requests.length, 5);
  assert.equal(new Set(requests.map(({ system, tools }) => JSON.stringify([system, tools]))).size, 1);
});

test("the list of tools and the system prompt stay the same while servers start and change, also in a later process", async (t) => {
  const { servers, again } = serversOf(t, [stubConfig({ tools: [echo(), { ...echo(), name: "change" }] })]);
  const script = [search("echo"), call("stub/change", {}), search("changed"), "ok"];
  await using scene = await openScene({ script, mcp: servers });
  await scene.session.prompt("go").outcome;
  const { id } = scene.session;
  await scene.session.close();
  await servers.close();
  await using other = await reopen(scene.store, id, { script: ["ok"], mcp: again() });
  await other.session.prompt("again").outcome;
  const requests = [...scene.model.requests, ...other.model.requests];
  assert.equal(requests.length, 5);
  assert.equal(new Set(requests.map(({ system, tools }) => JSON.stringify([system, tools]))).size, 1);
});

test("S2-29: tools of a server that the user disables leave the requests of the next run, and return when it is enabled", async (t) => {
  const servers = await serversWith(t, { tools: echoes(1) });
  await using scene = await openScene({ script: ["one", direct("echo", { text: "ahoy" }), "two", "three"], mcp: servers });
  await scene.session.prompt("go").outcome;
  await servers.servers[0]?.disable();
  await scene.session.prompt("go").outcome;
  await servers.servers[0]?.restart(AbortSignal.timeout(10_000));
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.model.requests.map(namesOf), [["mcp__stub__echo"], [], [], ["mcp__stub__echo"]]);
  assert.match(resultIn(scene.model.requests[2]?.messages), /disabled in this session/);
});

test("a search does not return or start a server that the user has disabled", async (t) => {
  const servers = await serversWith(t, { tools: echoes(1) }, { unknown: true });
  await servers.servers[0]?.disable();
  await using scene = await openScene({ script: [search("stub echo"), "ok"], mcp: servers });
  await scene.session.prompt("go").outcome;
  assert.equal(servers.servers[0]?.state.kind, "disabled");
});

test("a server that fails is reported by the search, and its calls are errors with the reason", async (t) => {
  const servers = await serversWith(t, { die: "start" }, { unknown: true });
  await using scene = await openScene({ script: [search("echo"), call("stub/echo", {}), "ok"], mcp: servers });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.match(
    resultIn(scene.model.requests[1]?.messages),
    /^No tool matches, of 0 that were searched\..*\n\nThe tools of stub are not known: .*API_KEY/s,
  );
  assert.match(transcript(scene.session)[4] ?? "", /^tool: !error MCP server stub: /);
});

test("a call without a search gets the schema, and an unknown tool the nearest names", async (t) => {
  const servers = await serversWith(t, { tools: echoes(1) }, { unknown: true });
  const script = [call("stub/echo", {}), call("stub/ecko", {}), call("other/echo", {}), "ok"];
  await using scene = await openScene({ script, mcp: servers });
  await scene.session.prompt("go").outcome;
  // The background start may end before the first call.
  const results = transcript(scene.session).filter((line) => line.startsWith("tool"));
  assert.match(results[1] ?? "", /has no tool "ecko"\. Did you mean stub\/echo\?$/);
  assert.match(results[2] ?? "", /There is no MCP server "other"\. Servers: stub\./);
});

test("progress of a server is progress of its call, and a form is a question to the user", async (t) => {
  const questions: string[] = [];
  const tools = [echo(), { ...echo(), name: "progress" }, { ...echo(), name: "ask" }];
  await using scene = await open(
    t,
    { tools },
    {
      script: [direct("progress", {}), direct("ask", {}), "ok"],
      askUser: async ({ question }) => {
        questions.push(question);
        return ["Ada"];
      },
    },
  );
  const events = await collect(scene.session.prompt("go"));
  const progress = events.flatMap((event) => (event.type === "tool_progress" ? [event.text] : []));
  assert.ok(progress.length > 0 && progress.every((line) => line.includes("work") && !line.includes("\u001b")));
  assert.deepEqual(questions, ["MCP server stub: Name?\nname (optional)"]);
  assert.match(resultIn(scene.model.requests[2]?.messages), /"action":"accept","content":\{"name":"Ada"\}/);
});

test("a run that is aborted cancels the call of a server", async (t) => {
  const tools = [{ ...echo(), name: "hang" }];
  await using scene = await open(t, { tools }, { script: [direct("hang", {}), "ok"] });
  const run = scene.session.prompt("go");
  for await (const event of run) if (event.type === "tool_start") run.abort();
  assert.equal((await run.outcome).kind, "aborted");
});

test("a changed list of tools takes effect with the next run, while few tools are listed", async (t) => {
  const tools = [echo(), { ...echo(), name: "change" }];
  const servers = await serversWith(t, { tools });
  await using scene = await openScene({ script: [direct("change", {}), "ok", "ok"], mcp: servers });
  const changed = new Promise<void>((resolve) => {
    servers.onChange(({ manifest }) => {
      if (manifest?.tools.some(({ name }) => name === "changed") === true) resolve();
    });
  });
  await scene.session.prompt("go").outcome;
  await changed;
  await scene.session.prompt("again").outcome;
  assert.deepEqual(scene.model.requests.map(namesOf), [
    ["mcp__stub__change", "mcp__stub__echo"],
    ["mcp__stub__change", "mcp__stub__echo"],
    ["mcp__stub__changed"],
  ]);
});

test("S2-30: a session with named tools gets those of servers that it names, and the search only if it names any", async (t) => {
  const namesWith = async (behaviour: Behaviour, tools: readonly string[]): Promise<readonly string[]> => {
    const servers = await serversWith(t, behaviour);
    await using scene = await openScene({ script: ["ok"], mcp: servers });
    await scene.session.set({ tools });
    await scene.session.prompt("go").outcome;
    await servers.close();
    return namesOf(scene.model.requests[0]);
  };
  const two = { tools: echoes(2) };
  assert.deepEqual(await namesWith(two, ["mcp__stub__echo_1"]), ["mcp__stub__echo_1"]);
  assert.deepEqual(await namesWith(two, ["mcp__stub"]), ["mcp__stub__echo", "mcp__stub__echo_1"]);
  assert.deepEqual(await namesWith(two, ["bash"]), []);
  assert.deepEqual(await namesWith({ tools: echoes(31) }, ["mcp__stub__echo_1"]), ["call_tool", "mcp_search"]);
  assert.deepEqual(await namesWith({ tools: echoes(31) }, ["bash"]), []);
});

test("a session that names one deferred tool cannot call another one", async (t) => {
  const servers = await serversWith(t, { tools: echoes(31) });
  await using scene = await openScene({ script: [call("stub/echo", { text: "a" }), "ok"], mcp: servers });
  await scene.session.set({ tools: ["mcp__stub__echo_1"] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !error Not run: /);
});

test("sub-agents get the tools of servers too", async (t) => {
  const tool = sayTool({
    run: async (_, context) => {
      const agent = await context.spawn({ name: "helper" });
      await agent.prompt("Call it.").outcome;
      return "done";
    },
  });
  const script = [callSay("a"), direct("echo", { text: "ahoy" }), "ok", "ok"];
  await using scene = await open(t, {}, { script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.ok(namesOf(scene.model.requests[1]).includes("mcp__stub__echo"));
  assert.equal(resultIn(scene.model.requests[2]?.messages), "ahoy");
});

test("tools whose schemas providers reject in a list are deferred", async (t) => {
  const schemas = [
    { type: "object", properties: { text: { type: "string" } }, anyOf: [{ required: ["text"] }, { required: ["file"] }] },
    { type: "object", properties: { "odd name": { type: "string" } } },
  ];
  for (const inputSchema of schemas) {
    await using scene = await open(t, { tools: [{ ...echo(), inputSchema }] }, { script: ["ok"] });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(namesOf(scene.model.requests[0]), ["call_tool", "mcp_search"]);
  }
});

test("a schema without properties is listed with none, as providers require", async (t) => {
  await using scene = await open(t, { tools: [{ ...echo(), inputSchema: { type: "object" } }] }, { script: ["ok"] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    scene.model.requests[0]?.tools.map(({ inputSchema }) => inputSchema),
    [{ type: "object", properties: {} }],
  );
});

test("a call that a crash interrupted does not run again, also if its server is no longer known", async (t) => {
  await using scene = await open(t, { tools: echoes(31) }, { script: [call("stub/echo", { text: "ahoy" }), "ok"] });
  await scene.session.prompt("go").outcome;
  const started = (await storedIn(scene.store, scene.session.id)).findIndex(({ type }) => type === "tool_start");
  const store = await storeCutAt(scene.store, scene.session.id, started + 1);
  const mcp = await serversWith(t, { tools: echoes(31) }, { unknown: true });
  await using other = await reopen(store, scene.session.id, { script: ["ok"], mcp });
  await other.session.resume()?.outcome;
  assert.match(resultIn(other.model.requests[0]?.messages), /interrupted/i);
});

test("arguments are validated by the tool's schema, and left to the server if the schema cannot be used", async (t) => {
  const odd = { type: "object", properties: { text: { type: "string", pattern: "(?i)^ahoy$" } } };
  const tools = [{ ...echo(), inputSchema: odd }, echo(1)];
  await using scene = await open(t, { tools }, { script: [direct("echo_1", { text: 7 }), direct("echo", { text: "ahoy" }), "ok"] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !invalid_input The arguments of mcp__stub__echo_1 are not valid:\n- text: /);
  assert.equal(resultIn(scene.model.requests[2]?.messages), "ahoy");
});

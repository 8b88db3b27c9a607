import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { McpServerConfig } from "../mcp/index.ts";
import { serversOf, stubConfig } from "../mcp/stub-server.fixture.ts";
import { type Message, type Reply, textOf } from "../model/index.ts";
import type { Question } from "../policy/index.ts";
import { callSay, collect, openScene, sayTool, type Scene, transcript } from "../runtime/runtime.fixture.ts";
import { reopen, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { modePolicy, rulesPolicy } from "../policy/index.ts";

type Behaviour = Parameters<typeof stubConfig>[0];

const echo = (number = 0, description = "Returns its text.") => ({
  name: number === 0 ? "echo" : `echo_${number}`,
  description,
  inputSchema: { type: "object", properties: { text: { type: "string" } }, additionalProperties: false },
});

const echoes = (count: number) => [echo(), ...Array.from({ length: count - 1 }, (_, at) => echo(at + 1))];

/** Servers whose manifests are cached already, as of an earlier process, unless `unknown`. */
const serversWith = async (
  t: TestContext,
  behaviour: Behaviour = {},
  { unknown = false, configs = [stubConfig(behaviour)] as readonly McpServerConfig[] } = {},
) => {
  const { servers, again } = serversOf(t, configs);
  if (unknown) return servers;
  await Promise.all(servers.servers.map((server) => server.start(AbortSignal.timeout(10_000))));
  await servers.close();
  return again();
};

const open = async (t: TestContext, behaviour: Behaviour, scene: Scene) =>
  openScene({ ...scene, mcp: await serversWith(t, { tools: echoes(1), ...behaviour }) });

const search = (query: string): Reply => ({ calls: [{ name: "mcp_search", input: { query } }] });

const call = (tool: string, input: unknown): Reply => ({ calls: [{ name: "call_tool", input: { tool, arguments: input } }] });

const direct = (tool: string, input: unknown): Reply => ({ calls: [{ name: `mcp__stub__${tool}`, input }] });

const namesOf = (request: { readonly tools: readonly { readonly name: string }[] } | undefined): readonly string[] =>
  request?.tools.map(({ name }) => name) ?? [];

const resultIn = (messages: readonly Message[] = []): string => textOf(messages.findLast(({ role }) => role === "tool") ?? assert.fail());

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

test("each call asks for the tool of its server, with its arguments, and an answer that is saved allows this version", async (t) => {
  const asked: Question[] = [];
  const scene: Scene = {
    script: [direct("echo", { text: "one" }), direct("echo", { text: "two" }), "ok"],
    policy: rulesPolicy({}),
    ask: async (question) => {
      asked.push(question);
      return { kind: "session" };
    },
  };
  await using opened = await open(t, {}, scene);
  await opened.session.prompt("go").outcome;
  assert.equal(asked.length, 1);
  const [question] = asked;
  assert.deepEqual([question?.tool, question?.input], ["mcp__stub__echo", { text: "one" }]);
  assert.deepEqual(
    question?.requests.map(({ tool, effect, subject }) => [tool, effect, subject]),
    [["mcp", "execute", "stub/echo"]],
  );
  assert.match(question?.offers.join() ?? "", /^mcp\(stub\/echo@[0-9a-f]{16}\)$/);
});

/**
 * Makes processes that share saved answers. Each calls the stub, whose tool has a description, once; its questions are
 * returned.
 */
const sharingAnswers = (t: TestContext) => {
  const saved: string[] = [];
  const answers: Scene["answers"] = () => ({ rules: () => saved, save: async (_, rules) => void saved.push(...rules) });
  const toolsFile = join(temporaryFolder(t), "tools.json");
  const describe = (text: string): void => writeFileSync(toolsFile, JSON.stringify([echo(0, text)]));
  return async (description: string, { cached = description, more = [] as readonly string[] } = {}): Promise<readonly Question[]> => {
    const asked: Question[] = [];
    const { args } = stubConfig({ toolsFile });
    describe(cached);
    const { servers, again } = serversOf(t, [stubConfig({}, { args: [...args, ...more] })]);
    await servers.servers[0]?.start(AbortSignal.timeout(10_000));
    await servers.close();
    describe(description);
    const later = again();
    await using scene = await openScene({
      script: [direct("echo", { text: "a" }), "ok"],
      mcp: later,
      policy: rulesPolicy({}),
      answers,
      ask: async (question) => {
        asked.push(question);
        return { kind: "project" };
      },
    });
    await scene.session.prompt("go").outcome;
    assert.equal(resultIn(scene.model.requests[1]?.messages), "a");
    await later.close();
    return asked;
  };
};

test("a saved answer holds in later processes, until the tool's description or the server's command changes", async (t) => {
  const run = sharingAnswers(t);
  assert.equal((await run("Returns its text.")).length, 1);
  assert.equal((await run("Returns its text.")).length, 0);
  const [changed] = await run("Sends its text to the author.");
  assert.match(changed?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
  const [other] = await run("Returns its text.", { more: ["--other"] });
  assert.match(other?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
});

test("a tool that turns out to have changed since it was cached asks before it runs", async (t) => {
  const run = sharingAnswers(t);
  assert.equal((await run("Returns its text.")).length, 1);
  const [late] = await run("Sends its text to the author.", { cached: "Returns its text." });
  assert.match(late?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
});

test("plan mode denies calls of servers, also of tools that claim to read only", async (t) => {
  const tools = [{ ...echo(), annotations: { readOnlyHint: true } }];
  await using scene = await open(t, { tools }, { script: [direct("echo", { text: "a" }), "ok"], policy: modePolicy("plan") });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !denied Denied: plan mode allows only reading/);
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

test("/server:prompt is replaced by the prompt of the server, and the log preserves the typed words", async (t) => {
  await using scene = await open(t, {}, { script: ["ok"] });
  await scene.session.prompt("/stub:greet Ada").outcome;
  const [message] = scene.model.requests[0]?.messages ?? [];
  assert.equal(message && textOf(message), "Greet Ada");
  assert.equal(message?.role === "user" && message.typed, "/stub:greet Ada");
});

test("@server:uri adds the resource of the server to the prompt", async (t) => {
  await using scene = await open(t, {}, { script: ["ok"] });
  await scene.session.prompt("Explain @stub:stub://a, please.").outcome;
  const [message] = scene.model.requests[0]?.messages ?? [];
  const texts = message?.role === "user" ? message.content.map((part) => (part.type === "text" ? part.text : part.type)) : [];
  assert.deepEqual(texts, ["Explain @stub:stub://a, please.", "\n\n[resource stub://a]\ncontents of a"]);
});

test("the words after a prompt are its arguments: by name, or in their order with the rest in the last one", async (t) => {
  const typed = [
    ["a b c", { first: "a", second: "b c" }],
    ["second=b a", { first: "a", second: "b" }],
    [`"a b" 'c=d'`, { first: "a b", second: "c=d" }],
    ["it's", { first: "it's" }],
  ] as const;
  await using scene = await open(t, {}, { script: typed.map(() => "ok") });
  for (const [words, values] of typed) {
    await scene.session.prompt(`/stub:compare ${words}`).outcome;
    const message = scene.model.requests.at(-1)?.messages.at(-1);
    assert.deepEqual(JSON.parse(message === undefined ? "" : textOf(message)), values);
  }
});

test("an unknown prompt of a server, or a missing argument, ends the run with one line, and nothing is sent", async (t) => {
  await using scene = await open(t, {}, { script: ["ok"] });
  const messages: Record<string, string> = {
    "/stub:great Ada": "MCP server stub: it has no prompt great. Did you mean: /stub:greet",
    "/stub:summary": "MCP server stub: it has no prompt summary. Its prompts: /stub:compare, /stub:greet",
    "/stub:compare second=b": "MCP server stub: the prompt compare needs the argument first. Use: /stub:compare <first> [second]",
  };
  for (const [prompt, message] of Object.entries(messages)) {
    assert.deepEqual(await scene.session.prompt(prompt).outcome, { kind: "failed", error: { code: "mcp", message } });
  }
  assert.equal(scene.model.requests.length, 0);
});

test("a resource of a server that fails ends the run with the reason", async (t) => {
  const servers = await serversWith(t, { die: "start" }, { unknown: true });
  await using scene = await openScene({ script: ["ok"], mcp: servers });
  const outcome = await scene.session.prompt("Explain @stub:stub://a").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /^MCP server stub: .*API_KEY/s);
});

test("words that name no server are text, and so is a prompt that is not to be expanded", async (t) => {
  await using scene = await open(t, {}, { script: ["one", "two"] });
  await scene.session.prompt("Ask @ada:x and /stub:greet me@stub:y").outcome;
  await scene.session.prompt("/stub:greet Ada", { expand: false }).outcome;
  const sent = scene.model.requests[1]?.messages.flatMap((message) => (message.role === "user" ? textOf(message) : []));
  assert.deepEqual(sent, ["Ask @ada:x and /stub:greet me@stub:y", "/stub:greet Ada"]);
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

test("secrets in the result of a server are masked before the model gets them", async (t) => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  await using scene = await open(t, {}, { script: [direct("echo", { text: `token ${token}` }), "ok"] });
  await scene.session.prompt("go").outcome;
  assert.match(resultIn(scene.model.requests[1]?.messages), /^token \[masked:/);
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

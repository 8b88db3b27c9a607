import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run, Session } from "./index.ts";
import { memoryStore } from "../log/index.ts";
import { type Message, textOf } from "../model/index.ts";
import { reopen } from "../runtime/crash.fixture.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { open, serversWith } from "../runtime/mcp.fixture.ts";

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

test("punctuation after a resource is not part of its name, and a program's message names none", async (t) => {
  await using scene = await open(t, {}, { script: ["one", "two"] });
  await scene.session.prompt("Read (@stub:stub://a).").outcome;
  await scene.session.prompt("Read @stub:stub://a", { source: "program" }).outcome;
  const texts = usersIn(scene.model.requests);
  assert.match(texts[0] ?? "", /\[resource stub:\/\/a\]\ncontents of a$/);
  assert.equal(texts[1], "Read @stub:stub://a");
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

const usersIn = (requests: readonly { readonly messages: readonly Message[] }[]): readonly string[] =>
  (requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === "user" ? textOf(message) : []));

/** Sends messages to a run during its first turn. Returns the warnings of the run. */
const during = async (session: Session, act: (run: Run) => void): Promise<readonly string[]> => {
  const warnings: string[] = [];
  const run = session.prompt("go", {
    onEvent(event) {
      if (event.type === "turn_start" && event.turn === 1) act(run);
      if (event.type === "warning") warnings.push(event.message);
    },
  });
  assert.equal((await run.outcome).kind, "done");
  return warnings;
};

for (const how of ["steer", "followUp"] as const) {
  test(`S2-29: prompts and resources of servers are expanded in a message that arrives by ${how}, once it is delivered`, async (t) => {
    await using scene = await open(t, {}, { script: ["one", "two"] });
    await during(scene.session, (run) => {
      run[how]("/stub:greet Ada");
      run[how]("Explain @stub:stub://a");
      run[how]("As typed: @stub:stub://a", { expand: false });
    });
    assert.deepEqual(usersIn(scene.model.requests), [
      "go",
      "Greet Ada",
      "Explain @stub:stub://a\n\n[resource stub://a]\ncontents of a",
      "As typed: @stub:stub://a",
    ]);
  });
}

test("a message that names an unknown prompt during a run is sent as typed, with a warning", async (t) => {
  await using scene = await open(t, {}, { script: ["one", "two"] });
  const warnings = await during(scene.session, (run) => {
    run.followUp("/stub:great Ada");
    run.followUp("And this");
  });
  assert.deepEqual(usersIn(scene.model.requests), ["go", "/stub:great Ada", "And this"]);
  assert.deepEqual(warnings, ["MCP server stub: it has no prompt great. Did you mean: /stub:greet. The message was sent unexpanded."]);
});

test("a queued prompt that is not to be expanded is text in the process that runs it", async (t) => {
  const store = memoryStore();
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ store, script: [{ text: "one", hold: hold.promise }] });
  const run = scene.session.prompt("go");
  await run.admitted();
  const queued = scene.session.prompt("Explain @stub:stub://a", { whenBusy: "queue", onClose: "keep", expand: false });
  await queued.admitted();
  run.abort();
  await scene.session.close();
  await using other = await reopen(store, scene.session.id, { script: ["two"], mcp: await serversWith(t) });
  await other.session.resume()?.outcome;
  assert.equal(usersIn(other.model.requests).at(-1), "Explain @stub:stub://a");
});

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { allowAll, createRuntime, memoryStore, providerModels, type Runtime, type Session, type Store } from "coxswain";
import { projectResources } from "coxswain/session";
import { type LoopbackProvider, loopbackProvider, type LoopbackReply, type LoopbackRequest } from "coxswain/testing";
import { assertSamePrefix } from "./same-prefix.ts";
import { sayCalls, sayTool, WIRE_NAMES, type WireName, WIRES } from "./wire-scene.ts";

const RUNS = 5;
const TURNS = 10;

/** Ten turns for each run: nine with reasoning and calls, and one without. */
const reply = (_: LoopbackRequest, turn: number): LoopbackReply =>
  turn % TURNS === TURNS - 1 ? "done" : { reasoning: `I think about ${turn}.`, text: `So ${turn}.`, ...sayCalls(`a${turn}`, `b${turn}`) };

const runtimes = new Set<Runtime>();
const project = realpathSync(mkdtempSync(join(tmpdir(), "prefix-")));
const writeInstructions = (rule: string): void => writeFileSync(join(project, "AGENTS.md"), rule);
mkdirSync(join(project, ".agents/skills/tidy"), { recursive: true });
writeFileSync(join(project, ".agents/skills/tidy/SKILL.md"), "---\nname: tidy\ndescription: Tidies up.\n---\nSweep the floor.");
after(async () => {
  await Promise.all([...runtimes].map((runtime) => runtime.close()));
  rmSync(project, { recursive: true });
});

/** Creates a runtime over the store, as a new process does. */
const runtimeOn = (server: LoopbackProvider, store: Store, steer?: () => void): Runtime => {
  const wires = Object.values(WIRES);
  const custom = Object.fromEntries(wires.map(({ model, base }) => [model.split("/")[0] ?? "", { baseURL: server.url + base }]));
  const env = Object.fromEntries(wires.map(({ key }) => [key, "sk-test-123456"]));
  const tools = [sayTool(steer), { ...sayTool(), name: "another" }];
  const runtime = createRuntime({
    store,
    models: providerModels({ env, custom }),
    tools,
    policy: allowAll(),
    instructionFiles: {},
    resources: projectResources({ project }),
  });
  runtimes.add(runtime);
  return runtime;
};

const setup = (wire: WireName) =>
  ({ model: WIRES[wire].model, cwd: project, thinking: "low", instructions: "Answer in short.", systemPrefix: "A house rule." }) as const;

const runPrompts = async (session: Session, runs: number): Promise<void> => {
  for (let run = 0; run < runs; run++) {
    const outcome = await session.prompt(`Task ${run}.`).outcome;
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
  }
};

/** Compares each request with the previous one. The first request of a run omits earlier reasoning. */
const assertPrefixes = (requests: readonly LoopbackRequest[]): void => {
  for (const [at, request] of requests.entries()) assertSamePrefix(requests[at - 1], request, { reasoning: at % TURNS !== 0 });
};

for (const wire of WIRE_NAMES) {
  test(`S2-22 over ${wire}: each request of 50 turns starts with the bytes of the previous one, also in another process and in a fork`, async () => {
    await using server = await loopbackProvider(reply);
    writeInstructions("Use tabs.");
    const store = memoryStore();
    const first = runtimeOn(server, store);
    const session = await first.create(setup(wire));
    await runPrompts(session, RUNS);
    assert.equal(server.requests.length, RUNS * TURNS);
    await first.close();

    const second = runtimeOn(server, store);
    const resumed = await second.open(session.id);
    await runPrompts(resumed, 1);
    const fork = await resumed.fork();
    await runPrompts(fork, 1);
    assertPrefixes(server.requests);
    for (const part of ["A house rule.", "Answer in short.", "Use tabs.", "Tidies up."])
      assert.ok(server.requests.at(-1)?.text.includes(part));
  });

  test(`over ${wire}: messages, commands and changes between requests follow the previous request's content`, async () => {
    await using server = await loopbackProvider(reply);
    writeInstructions("Use tabs.");
    let steered = false;
    const runtime = runtimeOn(server, memoryStore(), () => {
      if (steered) return;
      steered = true;
      session.steer("Look here.");
      session.followUp("And then?");
    });
    const session: Session = await runtime.create(setup(wire));
    await runPrompts(session, 1);
    // The follow-up continued the same run.
    const firstRunRequests = server.requests.length;
    await session.shell("!echo seen by me");
    await runPrompts(session, 1);
    writeInstructions("Use blanks.");
    await session.prompt("/skill:tidy now").outcome;
    const elsewhere = wire === "gemini" ? "anthropic" : "gemini";
    await session.set({ model: WIRES[elsewhere].model });
    await runPrompts(session, 1);
    await session.set({ model: WIRES[wire].model });
    await runPrompts(session, 1);
    const requests = server.requests.filter((request) => request.wire === wire);
    assert.ok(firstRunRequests > TURNS && requests.length > firstRunRequests);
    for (const [at, request] of requests.entries()) assertSamePrefix(requests[at - 1], request, { reasoning: at > 0 && at < TURNS });
    for (const text of ["Use tabs.", "Look here.", "And then?", "seen by me", "Use blanks.", "Sweep the floor."])
      assert.ok(requests.at(-1)?.text.includes(text) === true, text);
  });
}

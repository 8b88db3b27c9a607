import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { allowAll, createRuntime, memoryStore, providerModels, type Runtime, type Session, type Store } from "coxswain";
import { projectResources } from "coxswain/session";
import { type LoopbackProvider, loopbackProvider, type LoopbackReply, type LoopbackRequest } from "coxswain/testing";
import { assertSamePrefix } from "./same-prefix.ts";
import { says, sayTool, WIRE_NAMES, type WireName, WIRES } from "./wire-scene.ts";

const RUNS = 5;
const TURNS = 10;

/** Each run thinks, calls and answers: ten turns of it. */
const reply = (_: LoopbackRequest, turn: number): LoopbackReply =>
  turn % TURNS === TURNS - 1 ? "done" : { reasoning: `I think about ${turn}.`, text: `So ${turn}.`, ...says(`a${turn}`, `b${turn}`) };

const runtimes = new Set<Runtime>();
const project = realpathSync(mkdtempSync(join(tmpdir(), "prefix-")));
const tellAgents = (rule: string): void => writeFileSync(join(project, "AGENTS.md"), rule);
mkdirSync(join(project, ".agents/skills/tidy"), { recursive: true });
writeFileSync(join(project, ".agents/skills/tidy/SKILL.md"), "---\nname: tidy\ndescription: Tidies up.\n---\nSweep the floor.");
after(async () => {
  await Promise.all([...runtimes].map((runtime) => runtime.close()));
  rmSync(project, { recursive: true });
});

/** As a process has it: what it does not find in the store it does not know. */
const runtimeOn = (server: LoopbackProvider, store: Store, steer?: () => void): Runtime => {
  const places = Object.values(WIRES);
  const custom = Object.fromEntries(places.map(({ model, base }) => [model.split("/")[0] ?? "", { baseURL: server.url + base }]));
  const env = Object.fromEntries(places.map(({ key }) => [key, "sk-test-123456"]));
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

const goOn = async (session: Session, runs: number): Promise<void> => {
  for (let run = 0; run < runs; run++) {
    const outcome = await session.prompt(`Task ${run}.`).outcome;
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
  }
};

/** Which requests begin a run: the reasoning of the one before is gone then. */
const assertSame = (requests: readonly LoopbackRequest[]): void => {
  for (const [at, request] of requests.entries()) assertSamePrefix(requests[at - 1], request, { reasoning: at % TURNS !== 0 });
};

for (const wire of WIRE_NAMES) {
  test(`S2-22 over ${wire}: over 50 turns each request begins with the bytes of the one before, also in another process and in a fork`, async () => {
    await using server = await loopbackProvider(reply);
    tellAgents("Use tabs.");
    const store = memoryStore();
    const first = runtimeOn(server, store);
    const session = await first.create(setup(wire));
    await goOn(session, RUNS);
    assert.equal(server.requests.length, RUNS * TURNS);
    await first.close();

    const second = runtimeOn(server, store);
    const resumed = await second.open(session.id);
    await goOn(resumed, 1);
    const fork = await resumed.fork();
    await goOn(fork, 1);
    assertSame(server.requests);
    for (const part of ["A house rule.", "Answer in short.", "Use tabs.", "Tidies up."])
      assert.ok(server.requests.at(-1)?.text.includes(part));
  });

  test(`over ${wire}: what is said and done in between is put after what was sent before`, async () => {
    await using server = await loopbackProvider(reply);
    tellAgents("Use tabs.");
    let steered = false;
    const runtime = runtimeOn(server, memoryStore(), () => {
      if (steered) return;
      steered = true;
      session.steer("Look here.");
      session.followUp("And then?");
    });
    const session: Session = await runtime.create(setup(wire));
    await goOn(session, 1);
    // The follow-up went on in the same run.
    const own = server.requests.length;
    await session.shell("!echo seen by me");
    await goOn(session, 1);
    tellAgents("Use blanks.");
    await session.prompt("/skill:tidy now").outcome;
    const elsewhere = wire === "gemini" ? "anthropic" : "gemini";
    await session.set({ model: WIRES[elsewhere].model });
    await goOn(session, 1);
    await session.set({ model: WIRES[wire].model });
    await goOn(session, 1);
    const asked = server.requests.filter((request) => request.wire === wire);
    assert.ok(own > TURNS && asked.length > own);
    for (const [at, request] of asked.entries()) assertSamePrefix(asked[at - 1], request, { reasoning: at > 0 && at < TURNS });
    for (const told of ["Use tabs.", "Look here.", "And then?", "seen by me", "Use blanks.", "Sweep the floor."])
      assert.ok(asked.at(-1)?.text.includes(told) === true, told);
  });
}

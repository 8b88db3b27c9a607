import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { fixedModels, scriptedModel } from "../../model/index.ts";
import { denyAll, readingInside } from "../../policy/index.ts";
import { answerOf, delegates, replies } from "../../session/agents/agents.fixture.ts";
import { sayTool, callSay, transcript } from "../runtime.fixture.ts";
import { openExtended, settled } from "./extensions.fixture.ts";

const schema = { type: "object", properties: { town: { type: "string" } }, required: ["town"] } as const;

test("S0-70: the model receives an extension's tool and calls it; its input is validated by JSON Schema or by a schema library", async () => {
  const weather = { description: "Reports the weather.", effect: "read" as const };
  await using scene = await openExtended(
    {
      sky(cox) {
        cox.registerTool({
          ...weather,
          name: "weather",
          inputSchema: schema,
          execute: async ({ town }: { town: string }) => `Rain in ${town}.`,
        });
        cox.registerTool({
          ...weather,
          name: "wind",
          inputSchema: z.object({ town: z.string() }),
          execute: async ({ town }) => `Wind in ${town}.`,
        });
      },
    },
    {
      script: [
        {
          calls: [
            { name: "weather", input: { town: "Kiel" } },
            { name: "weather", input: { town: 7 } },
            { name: "wind", input: { town: "Kiel" } },
          ],
        },
        "done",
      ],
    },
  );
  await scene.session.prompt("go").outcome;
  const [, , rain, refused, wind] = transcript(scene.session);
  assert.deepEqual([rain, wind], ["tool: Rain in Kiel.", "tool: Wind in Kiel."]);
  assert.match(refused ?? "", /^tool: !invalid_input .*town/s);
  const specs = scene.model.requests[0]?.tools ?? [];
  assert.deepEqual(
    specs.map(({ name }) => name),
    ["weather", "wind"],
  );
  assert.deepEqual(specs[0]?.inputSchema, schema);
});

test("S0-70: a tool that is registered while a session is open reaches it with its next request, and is removed with its extension", async () => {
  await using scene = await openExtended({}, { script: ["one", "two", "three"] });
  const tools = () => scene.model.requests.at(-1)?.tools.map(({ name }) => name);
  await scene.session.prompt("first").outcome;
  await scene.extensions.load({
    name: "late",
    setup: (cox) =>
      void cox.registerTool({
        name: "late",
        description: "Late.",
        effect: "read",
        inputSchema: { type: "object" },
        execute: async () => "late",
      }),
  });
  await scene.session.prompt("second").outcome;
  assert.deepEqual(tools(), ["late"]);
  assert.equal(await scene.extensions.unload("late"), true);
  await scene.session.prompt("third").outcome;
  assert.deepEqual(tools(), []);
  assert.equal(await scene.extensions.unload("late"), false);
});

test("the program's own tool takes precedence over an extension's tool of the same name, unless that one sets replace", async () => {
  const say = {
    name: "say",
    description: "Repeats otherwise.",
    effect: "read" as const,
    inputSchema: { type: "object" },
    execute: async () => "otherwise",
  };
  for (const replace of [false, true]) {
    await using scene = await openExtended(
      { other: (cox) => void cox.registerTool({ ...say, replace }) },
      { tools: [sayTool()], script: [callSay("as before"), "done"] },
    );
    await scene.session.prompt("go").outcome;
    assert.equal(transcript(scene.session)[2], replace ? "tool: otherwise" : "tool: as before");
    assert.deepEqual(
      scene.warnings,
      replace ? [] : ["The extension other: its tool say is skipped: the program itself has one of that name."],
    );
  }
});

test("a call of an extension's tool needs permission, unless it only reads or declares its permission requests", async () => {
  const named = (name: string) => ({ name, description: "X.", inputSchema: { type: "object" }, execute: async () => name });
  const call = (name: string) => ({ calls: [{ name, input: { a: 1 } }] });
  await using scene = await openExtended(
    {
      tools(cox) {
        cox.registerTool({ ...named("acts"), effect: "execute" });
        cox.registerTool({ ...named("reads"), effect: "read" });
        cox.registerTool({ ...named("writes"), effect: "write", permissionRequests: () => [] });
      },
    },
    { policy: readingInside(), ask: denyAll(() => "no"), script: [call("acts"), call("reads"), call("writes"), "done"] },
  );
  await scene.session.prompt("go").outcome;
  const [acts, ...others] = transcript(scene.session).filter((line) => line.startsWith("tool"));
  assert.match(acts ?? "", /^tool: !denied /);
  assert.deepEqual(others, ["tool: reads", "tool: writes"]);
});

test("a tool factory runs once for each session's workspace", async () => {
  await using scene = await openExtended(
    {
      where: (cox) =>
        void cox.registerTool(({ root }) => ({
          name: "where",
          description: "Where.",
          effect: "read",
          inputSchema: { type: "object" },
          execute: async () => root,
        })),
    },
    { script: [{ calls: [{ name: "where", input: {} }] }, "done"], cwd: "/" },
  );
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: /");
});

test("S0-69: hooks of an extension change the prompt and system prompt of a run, and observe its turns", async () => {
  const received: string[] = [];
  await using scene = await openExtended(
    {
      polite(cox) {
        cox.registerHook({ event: "before_run", run: ({ prompt }) => ({ prompt: `Please ${prompt}`, system: "Be brief." }) });
        cox.registerHook({ event: "turn_start", run: ({ turn }) => void received.push(`start ${turn}`) });
        cox.registerHook({ event: "turn_end", run: ({ turn }) => void received.push(`end ${turn}`) });
      },
    },
    { script: ["done"] },
  );
  await scene.session.prompt("fix it").outcome;
  assert.equal(transcript(scene.session)[0], "user: Please fix it");
  assert.ok(scene.model.requests[0]?.system.some((section) => section.includes("Be brief.")));
  assert.deepEqual(received, ["start 1", "end 1"]);
});

test("S0-69: hooks of an extension run after the runtime's own, and are removed with it", async () => {
  const prompt = (word: string) => ({
    event: "before_run" as const,
    name: word,
    run: (input: { readonly prompt: string }) => ({ prompt: `${input.prompt} ${word}` }),
  });
  await using scene = await openExtended(
    { second: (cox) => void cox.registerHook(prompt("second")) },
    { hooks: [prompt("first")], script: ["one", "two"] },
  );
  await scene.session.prompt("say").outcome;
  await scene.extensions.unload("second");
  await scene.session.prompt("say").outcome;
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("user")),
    ["user: say first second", "user: say first"],
  );
});

test("S0-70: skills, prompt templates and agents of an extension are available by name; existing ones take precedence", async () => {
  const skill = { name: "pdf", description: "Reads PDF files.", path: "/own", body: "Own.", origin: "user", hidden: false } as const;
  await using scene = await openExtended(
    {
      papers(cox) {
        cox.registerSkill({ name: "pdf", description: "Other.", body: "Other." });
        cox.registerSkill({ name: "doc", description: "Reads documents.", body: "Open them." });
        cox.registerTemplate({ name: "review", description: "Reviews.", body: "Review $1." });
        cox.registerAgent({ name: "clerk", description: "Files papers.", prompt: "You file." });
      },
    },
    {
      script: [{ calls: [{ name: "skill", input: { name: "doc" } }] }, "done"],
      resources: async () => ({ skills: [skill], templates: [], agents: [], warnings: [] }),
    },
  );
  await scene.session.prompt("/review a.ts").outcome;
  const [asked, , loaded] = transcript(scene.session);
  assert.equal(asked, "user: Review a.ts.");
  assert.match(loaded ?? "", /<skill name="doc" path="a function">\nOpen them\.\n<\/skill>\n\nIt has no other files\.$/);
  const catalogue = scene.model.requests[0]?.system.at(-1) ?? "";
  assert.match(catalogue, /- pdf: Reads PDF files\. .*\n- doc: Reads documents\./);
  assert.deepEqual(scene.warnings, ["The extension papers: its skill pdf is skipped: another one has that name."]);
});

test("models of an extension resolve references that the program does not know", async () => {
  const other = scriptedModel(["from the other"], { info: { reference: "other/model" } });
  await using scene = await openExtended({ more: (cox) => void cox.registerModels(fixedModels(other)) }, { script: ["own"] });
  await scene.session.prompt("one").outcome;
  await scene.session.set({ model: "other/model" });
  await scene.session.prompt("two").outcome;
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("assistant")),
    ["assistant: own", "assistant: from the other"],
  );
  await assert.rejects(scene.session.set({ model: "missing/model" }), { code: "unknown_model" });
  await scene.extensions.unload("more");
  await assert.rejects(scene.runtime.create({ model: "other/model" }), { code: "unknown_model" });
});

test("an extension receives the events of all sessions; a listener that throws is removed, and no run fails", async () => {
  const received: string[] = [];
  let calls = 0;
  await using scene = await openExtended(
    {
      listener: (cox) => void cox.subscribe(({ type, sessionId }) => void received.push(`${sessionId} ${type}`)),
      broken: (cox) =>
        void cox.subscribe(() => {
          calls += 1;
          throw new Error("no listener");
        }),
      late: (cox) => void cox.subscribe(async () => Promise.reject(new Error("too late"))),
    },
    { script: ["one", "two"] },
  );
  const second = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.equal((await second.prompt("go").outcome).kind, "done");
  await settled(() => received.includes(`${second.id} run_end`));
  assert.ok(received.includes(`${scene.session.id} run_end`));
  assert.equal(calls, 1);
  assert.deepEqual(scene.warnings.toSorted(), [
    "The extension broken: one of its listeners failed, and receives no more events: no listener",
    "The extension late: one of its listeners failed, and receives no more events: too late",
  ]);
});

test("warnings and log lines of an extension start with its name", async () => {
  const scene = await openExtended({ warner: (cox) => cox.warn("mind the gap") });
  await using _ = scene;
  assert.deepEqual(scene.warnings, ["The extension warner: mind the gap"]);
});

test("the function that a registration returns removes it, once", async () => {
  let out = () => {};
  const scene = await openExtended({
    brief(cox) {
      out = cox.registerCommand({ name: "brief", description: "Brief.", run: () => "brief" });
    },
  });
  await using _ = scene;
  assert.deepEqual(scene.extensions.loaded[0]?.provides, ["command brief"]);
  out();
  out();
  assert.deepEqual(scene.extensions.loaded[0]?.provides, []);
  assert.deepEqual(scene.extensions.commands, []);
});

test("S0-69, S0-70: contributions of an extension apply to agents too: tools that spawn agents, hooks, and a state for each", async () => {
  const deepest: number[] = [];
  const counts: Record<string, number> = {};
  await using scene = await openExtended(
    {
      crew(cox) {
        const hails = cox.state<number, number>({ name: "hails", initial: 0, apply: (sum, fact) => sum + fact });
        cox.registerHook({
          event: "before_run",
          async run({ sessionId, agent }) {
            deepest.push(agent.depth);
            await hails.append(sessionId, 1);
            counts[sessionId] = hails.of(sessionId);
          },
        });
        cox.registerTool({
          name: "delegate",
          description: "Has an agent do something.",
          effect: "read",
          inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
          execute: async ({ text }: { readonly text: string }, context) => answerOf(await context.spawn({}), text),
        });
      },
    },
    { script: replies({ go: delegates("one"), one: delegates("two") }) },
  );
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(deepest, [0, 1, 2]);
  assert.deepEqual(Object.values(counts), [1, 1, 1]);
  assert.deepEqual(scene.warnings, []);
});

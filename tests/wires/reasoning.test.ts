import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { allowAll, createRuntime, defineTool, jsonlStore, providerModels, type Session, textResult } from "coxswain";
import { loopbackProvider, type LoopbackReply, type LoopbackRequest, type LoopbackScript } from "coxswain/testing";
import { z } from "zod";

/** Models whose servers reject requests without their reasoning; the loopback provider does too. */
const DEMANDING = {
  deepseek: { model: "deepseek/deepseek-v4-pro", key: "DEEPSEEK_API_KEY" },
  moonshot: { model: "moonshot/kimi-k3", key: "MOONSHOT_API_KEY" },
  openrouter: { model: "openrouter/google/gemini-3.1-pro-preview", key: "OPENROUTER_API_KEY" },
} as const;
const OTHERS = {
  anthropic: { model: "anthropic/claude-sonnet-4-5", key: "ANTHROPIC_API_KEY" },
  "openai-chat": { model: "openai-chat/gpt-5", key: "OPENAI_API_KEY" },
} as const;

type Name = keyof typeof DEMANDING;
const NAMES = Object.keys(DEMANDING) as Name[];

/** Calls the tool after each prompt, and answers after each result, with reasoning. All calls have one id. */
const thinking = ({ body }: LoopbackRequest, turn: number): LoopbackReply => {
  const items = (body["messages"] ?? []) as readonly { readonly role: string; readonly content: unknown }[];
  const last = items.at(-1);
  const isResult = last?.role === "tool" || JSON.stringify(last).includes("tool_result");
  return isResult
    ? { reasoning: `So ${turn}.`, text: "Done." }
    : {
        reasoning: `Hm ${turn}, é👍 "quoted".`,
        text: "I write.",
        calls: [{ id: "tool_0_write", name: "write", input: { text: `${turn}` } }],
      };
};

const scene = async (t: TestContext, script: LoopbackScript = thinking) => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "reasoning-")));
  const server = await loopbackProvider(script);
  const written: string[] = [];
  const write = defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: z.object({ text: z.string() }),
    effect: "write",
    execute: async ({ text }) => {
      written.push(text);
      return textResult(`wrote ${text}`);
    },
  });
  const all = Object.values({ ...DEMANDING, ...OTHERS });
  const custom = Object.fromEntries(all.map(({ model }) => [model.split("/")[0] ?? "", { baseURL: `${server.url}/v1` }]));
  const env = Object.fromEntries(all.map(({ key }) => [key, "sk-test-123456"]));
  const open = () =>
    createRuntime({ store: jsonlStore({ directory }), models: providerModels({ env, custom }), tools: [write], policy: allowAll() });
  let runtime = open();
  t.after(async () => {
    await runtime.close();
    await server.close();
    rmSync(directory, { recursive: true });
  });
  return {
    server,
    written,
    create: (model: string, setup: object = {}) => runtime.create({ model, cwd: "/", thinking: "high", ...setup }),
    /** Opens the session in another runtime, from its file. */
    reopen: async (session: Session) => {
      await runtime.close();
      runtime = open();
      return runtime.open(session.id);
    },
  };
};

const prompt = async (session: Session, text = "Write."): Promise<void> => {
  const outcome = await session.prompt(text).outcome;
  assert.equal(outcome.kind, "done", outcome.kind === "failed" ? outcome.error.message : outcome.kind);
};

const assistants = ({ body }: LoopbackRequest): readonly Record<string, unknown>[] =>
  (body["messages"] as readonly Record<string, unknown>[]).filter(({ role }) => role === "assistant");

const reasoningOf = (request: LoopbackRequest): readonly unknown[] =>
  assistants(request).map(({ reasoning_content: text, reasoning_details: blocks }) => text ?? blocks);

const noRepairs = (session: Session): void => assert.deepEqual(session.state.repairs, []);

for (const name of NAMES) {
  const { model } = DEMANDING[name];

  test(`${name}: several prompts with tool calls need no repair, also after the session is opened again`, async (t) => {
    const { server, written, create, reopen } = await scene(t);
    let session = await create(model);
    await prompt(session);
    await prompt(session);
    session = await reopen(session);
    await prompt(session);
    session = await reopen(session);
    await prompt(session);
    assert.deepEqual([server.requests.length, written.length], [8, 4]);
    noRepairs(session);
  });

  test(`S1-53 over ${name}: with reasoning: never, requests have what the server accepts in place of reasoning`, async (t) => {
    const { server, create } = await scene(t);
    const session = await create(model, { reasoning: "never" });
    await prompt(session);
    await prompt(session);
    assert.equal(server.requests.length, 4);
    assert.ok(server.requests.every((request) => !/Hm|So/.test(JSON.stringify(assistants(request)))));
    noRepairs(session);
  });

  for (const [other, { model: otherModel }] of Object.entries(OTHERS)) {
    test(`P26: a session that moves from ${other} to ${name} and back sends each only its own reasoning`, async (t) => {
      const { server, written, create } = await scene(t);
      const session = await create(otherModel);
      await prompt(session);
      await session.set({ model });
      await prompt(session);
      await prompt(session);
      await session.set({ model: otherModel });
      await prompt(session);
      await session.set({ model });
      await prompt(session);
      assert.deepEqual([server.requests.length, written.length], [10, 5]);
      noRepairs(session);
      const back = server.requests[6];
      assert.ok(back !== undefined);
      assert.doesNotMatch(JSON.stringify(assistants(back)), /reasoning_content|reasoning_details|Hm [2-5]|So [2-5]/);
      const last = server.requests.at(-1);
      assert.ok(last !== undefined);
      assert.doesNotMatch(JSON.stringify(assistants(last)), /Hm [016]|So [017]/);
    });
  }

  test(`${name}: thinking may be turned off and on in the middle of a session`, async (t) => {
    const { server, create } = await scene(t);
    const session = await create(model);
    await prompt(session);
    await session.set({ thinking: "off" });
    await prompt(session);
    await session.set({ thinking: "high" });
    await prompt(session);
    assert.equal(server.requests.length, 6);
    noRepairs(session);
  });
}

test("deepseek: responses are sent with the same reasoning in all later requests", async (t) => {
  const { server, create } = await scene(t);
  const session = await create(DEMANDING.deepseek.model);
  await prompt(session);
  await prompt(session);
  const expected = [`Hm 0, é👍 "quoted".`, "So 1.", `Hm 2, é👍 "quoted".`];
  for (const [at, request] of server.requests.entries()) assert.deepEqual(reasoningOf(request), expected.slice(0, at));
});

test("moonshot: calls keep their reasoning in all later requests, and answers only in their run", async (t) => {
  const { server, create } = await scene(t);
  const session = await create(DEMANDING.moonshot.model);
  await prompt(session);
  await prompt(session);
  assert.deepEqual(server.requests.map(reasoningOf), [
    [],
    [`Hm 0, é👍 "quoted".`],
    [`Hm 0, é👍 "quoted".`, undefined],
    [`Hm 0, é👍 "quoted".`, undefined, `Hm 2, é👍 "quoted".`],
  ]);
});

test("openrouter: returns the blocks byte for byte with their message, and calls whose ids repeat keep their signatures", async (t) => {
  const { server, create, reopen } = await scene(t);
  let session = await create(DEMANDING.openrouter.model);
  await prompt(session);
  session = await reopen(session);
  await prompt(session);
  const last = server.requests.at(-1);
  assert.ok(last !== undefined);
  const calls = assistants(last).filter(({ tool_calls }) => tool_calls !== undefined);
  const format = { format: "google-gemini-v1", index: 0 };
  const signature = (number: number) => Buffer.from(`loopback google/gemini-3.1-pro-preview ${number}`).toString("base64");
  assert.deepEqual(
    calls.map(({ reasoning_details: blocks }) => JSON.stringify(blocks)),
    [0, 2].map((turn) =>
      JSON.stringify([
        { type: "reasoning.text", text: `Hm ${turn}, é👍 "quoted".`, ...format },
        { type: "reasoning.encrypted", data: signature(turn + 1), id: turn === 0 ? "tool_0_write" : "tool_0_write_2", ...format },
      ]),
    ),
  );
});

test("deepseek: a response that the user interrupted and preserved does not make the session unusable", async (t) => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const { server, create } = await scene(t, (request, turn) =>
    turn === 2 ? { reasoning: "Hm.", text: "Half of an answer.", hold } : thinking(request, turn),
  );
  const session = await create(DEMANDING.deepseek.model, { onAbort: "keep" });
  await prompt(session);
  const run = session.prompt("And?");
  for await (const event of run) if (event.type === "message_delta" && event.kind === "text") run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  release();
  await prompt(session);
  assert.equal(server.requests.length, 5);
  noRepairs(session);
});

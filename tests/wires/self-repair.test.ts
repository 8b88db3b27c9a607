import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AssistantMessage,
  type Entry,
  type Event,
  type MessageEntry,
  type Session,
  type Setup,
  type ToolMessage,
  allowAll,
  createRuntime,
  memoryStore,
  providerModels,
  type Store,
} from "coxswain";
import { type ImagePart, NO_USAGE } from "coxswain/providers";
import type { RepairEntry } from "coxswain/session";
import type { LoopbackProvider } from "coxswain/testing";
import { locationOf, type Refusal, refusingProvider } from "./refusing-provider.ts";
import { WIRE_NAMES, type WireName, WIRES as SCENE_WIRES } from "./wire-scene.ts";

/** OpenAI's chat model has vision. The other chat model has reasoning, which its server does not demand. */
const WIRES = { ...SCENE_WIRES, "openai-chat": { model: "openai-chat/gpt-5", base: "/v1", key: "OPENAI_API_KEY" } };
const REASONING_CHAT = { model: "zai/glm-5.3", base: "/v1", key: "ZAI_API_KEY" };

/** Each provider's error for an invalid image. Two of them do not include its location. */
const BAD_IMAGE: Readonly<Record<WireName, (location: string) => string>> = {
  anthropic: (location) => `${location}.image.source.base64.data: Could not process image`,
  "openai-responses": () =>
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
  "openai-chat": (location) => `Invalid '${location}.image_url'. Invalid base64 image_url.`,
  gemini: () => "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
};

const TOO_LONG: Readonly<Record<WireName, (location: string) => string>> = {
  anthropic: (location) => `${location}.text: String should have at most 5000 characters`,
  "openai-responses": (location) => `Invalid '${location}': string too long. Expected a string with maximum length 5000.`,
  "openai-chat": (location) => `Invalid '${location}': string too long. Expected a string with maximum length 5000.`,
  gemini: () => "Request contains an invalid argument.",
};

const SETUP: Partial<Setup> = { thinking: "low", reasoning: "sameModel" };

const openAt = async (wire: WireName, server: LoopbackProvider, store: Store = memoryStore()) => {
  const wires = [...Object.values(WIRES), REASONING_CHAT];
  const custom = Object.fromEntries(wires.map(({ model, base }) => [model.split("/")[0] ?? "", { baseURL: server.url + base }]));
  const env = Object.fromEntries(wires.map(({ key }) => [key, "sk-test-123456"]));
  const runtime = createRuntime({ store, models: providerModels({ env, custom }), tools: [], policy: allowAll() });
  const create = () => runtime.create({ ...SETUP, model: WIRES[wire].model, cwd: "/" });
  return { runtime, create, [Symbol.asyncDispose]: () => runtime.close() };
};

interface Scene extends AsyncDisposable {
  readonly session: Session;
  readonly server: LoopbackProvider;
  readonly store: Store;
}

const openScene = async (wire: WireName, refusal: Refusal): Promise<Scene> => {
  const server = await refusingProvider(refusal);
  const store = memoryStore();
  const { runtime, create } = await openAt(wire, server, store);
  const session = await create();
  return {
    session,
    server,
    store,
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await server.close();
    },
  };
};

const text = (words: string) => ({ type: "text", text: words }) as const;
const user = (...content: (string | ImagePart)[]): MessageEntry["message"] => ({
  role: "user",
  content: content.map((part) => (typeof part === "string" ? text(part) : part)),
});
const answer = (wire: WireName, ...content: AssistantMessage["content"]): AssistantMessage => ({
  role: "assistant",
  content,
  model: WIRES[wire].model,
  stop: "stop",
  usage: NO_USAGE,
});
const call = (id: string) => ({ type: "tool_call", id, name: "look", input: {} }) as const;
const result = (callId: string, ...content: ToolMessage["content"]): ToolMessage => ({
  role: "tool",
  callId,
  name: "look",
  content,
  isError: false,
});

/** An image with a valid signature and invalid content. The mark is base64. */
const image = (mark: string): ImagePart => ({ type: "image", mediaType: "image/png", data: `iVBORw0KGgo${mark}`.padEnd(64, "A") });

const POISON = "poisonous";

const append = async (session: Session, ...messages: readonly MessageEntry["message"][]): Promise<readonly MessageEntry[]> => {
  const entries: MessageEntry[] = [];
  for (const message of messages) entries.push(await session.append<MessageEntry>({ type: "message", message }));
  return entries;
};

/** Sixty messages, with an image in every fourth result and in some prompts. */
const longHistory = (wire: WireName, special: (round: number) => readonly ImagePart[]): readonly MessageEntry["message"][] =>
  Array.from({ length: 15 }, (_, round) => [
    user(`Describe ${round}.`, ...(round % 7 === 3 ? [image(`prompt${round}x`)] : [])),
    answer(wire, text("I look."), call(`call_${round}`)),
    result(`call_${round}`, text(`seen ${round}`), ...(round % 4 === 0 ? [image(`result${round}x`)] : []), ...special(round)),
    answer(wire, text(`That is ${round}.`)),
  ]).flat();

const repairsOf = (entries: readonly Entry[]): readonly RepairEntry[] => entries.filter((entry) => entry.type === "repair") as never;

const describeOutcome = (outcome: Awaited<ReturnType<Session["prompt"]>["outcome"]>): string =>
  outcome.kind === "failed" ? `${outcome.error.code}: ${outcome.error.message}` : outcome.kind;

/** Rejects a body that contains a word, with the provider's error. */
const refuseBodiesWith =
  (wire: WireName, word: string, message: (location: string) => string): Refusal =>
  (request) =>
    request.text.includes(word) ? { message: message(locationOf(request, word)) } : undefined;

for (const wire of WIRE_NAMES) {
  test(`T17, L20 over ${wire}: finds and omits a rejected image in a long history, and the run completes`, async () => {
    await using scene = await openScene(wire, refuseBodiesWith(wire, POISON, BAD_IMAGE[wire]));
    const { session, server } = scene;
    const entries = await append(session, ...longHistory(wire, (round) => (round === 8 ? [image(POISON)] : [])));
    const outcome = await session.prompt("And all together?").outcome;
    assert.equal(outcome.kind, "done", describeOutcome(outcome));

    const poisoned = entries.find(({ message }) => JSON.stringify(message).includes(POISON));
    const [repair, ...others] = repairsOf(session.entries);
    assert.deepEqual([repair?.target, repair?.part, others.length], [poisoned?.id, 2, 0]);
    assert.deepEqual(session.state.repairs, [{ target: repair?.target, part: 2, reason: repair?.reason }]);
    assert.match(repair?.reason ?? "", /image/);
    assert.ok(server.requests.length <= 2 + 12, `${server.requests.length} requests`);
    const last = server.requests.at(-1)?.text ?? "";
    for (const mark of ["result0x", "result4x", "result12x", "prompt10x", "seen 8"]) assert.ok(last.includes(mark), mark);

    const before = server.requests.length;
    assert.equal((await session.prompt("Once more.").outcome).kind, "done");
    assert.equal(server.requests.length, before + 1);
  });

  test(`P26 over ${wire}: omits reasoning with an invalid signature, and the turn completes`, async () => {
    const forged = {
      anthropic: { anthropic: { signature: "forged" } },
      "openai-responses": { openai: { itemId: "rs_forged", reasoningEncryptedContent: "forged" } },
      "openai-chat": { zai: { seal: "forged" } },
      gemini: { google: { thoughtSignature: "forged" } },
    }[wire];
    // The loopback provider checks its own signatures. This wire has none, and rejects any reasoning.
    const noReasoning: Refusal = ({ text: body }) =>
      body.includes('"reasoning_content"') ? { message: "messages[2]: unexpected `reasoning_content`" } : undefined;
    await using scene = await openScene(wire, wire === "openai-chat" ? noReasoning : () => undefined);
    const { session, server } = scene;
    if (wire === "openai-chat") await session.set({ model: REASONING_CHAT.model });
    const { model } = session.state;
    const thinking = answer(wire, { type: "reasoning", text: "Hm.", providerData: forged }, text("So."));
    await append(session, user("a"), { ...answer(wire, text("Before.")), model }, user("b"));
    const [thought] = await append(session, { ...thinking, model }, user("c"));
    const outcome = await session.prompt("d").outcome;
    assert.equal(outcome.kind, "done", describeOutcome(outcome));
    assert.deepEqual(
      repairsOf(session.entries).map(({ target, part }) => [target, part]),
      [[thought?.id, 0]],
    );
    assert.ok(server.requests.length <= 7, `${server.requests.length} requests`);
    assert.match(server.requests.at(-1)?.text ?? "", /So\./);
  });

  test(`L20 over ${wire}: a result of another program without its call needs no repair`, async () => {
    await using scene = await openScene(wire, () => undefined);
    const { session, server } = scene;
    await append(
      session,
      user("a"),
      result("call_gone", text("dangling")),
      answer(wire, text("b"), call("call_1")),
      result("call_2", text("c")),
    );
    const outcome = await session.prompt("d").outcome;
    assert.equal(outcome.kind, "done", describeOutcome(outcome));
    assert.deepEqual([server.requests.length, repairsOf(session.entries).length], [1, 0]);
  });

  test(`P20 over ${wire}: omits a message that is too long for the provider, and an omitted result still answers its call`, async () => {
    const tooLong: Refusal = (request) => {
      const long = /x{5001}/.exec(request.text)?.[0];
      return long === undefined ? undefined : { message: TOO_LONG[wire](locationOf(request, long)) };
    };
    await using scene = await openScene(wire, tooLong);
    const { session } = scene;
    await append(session, ...longHistory(wire, () => []).slice(0, 20));
    const [, large] = await append(session, answer(wire, call("call_large")), result("call_large", text("x".repeat(5_001))), user("so"));
    const outcome = await session.prompt("Continue.").outcome;
    assert.equal(outcome.kind, "done", describeOutcome(outcome));
    assert.deepEqual(
      repairsOf(session.entries).map(({ target }) => target),
      [large?.id],
    );
  });

  test(`over ${wire}: does not search the history after an error that does not concern it`, async () => {
    await using scene = await openScene(wire, () => ({ message: "Unsupported value: 'temperature' does not support 2 with this model." }));
    await append(scene.session, ...longHistory(wire, () => []));
    const outcome = await scene.session.prompt("d").outcome;
    assert.match(describeOutcome(outcome), /^invalid: .*temperature/);
    assert.deepEqual([scene.server.requests.length, repairsOf(scene.session.entries).length], [1, 0]);
  });

  test(`over ${wire}: an error of unknown cause that occurs once omits nothing`, async () => {
    let count = 0;
    await using scene = await openScene(wire, () => (++count === 1 ? { message: "Provider returned error" } : undefined));
    await append(scene.session, ...longHistory(wire, () => []));
    const outcome = await scene.session.prompt("d").outcome;
    assert.match(describeOutcome(outcome), /^invalid: .*Provider returned error/);
    assert.deepEqual([scene.server.requests.length, repairsOf(scene.session.entries).length], [1, 0]);
  });

  test(`over ${wire}: fails with the provider's error after a bounded number of requests if no omission helps`, async () => {
    await using scene = await openScene(wire, () => ({ message: "messages: the roles must alternate" }));
    await append(scene.session, ...longHistory(wire, () => []));
    const outcome = await scene.session.prompt("d").outcome;
    assert.match(describeOutcome(outcome), /^invalid: .*roles must alternate.* [1-4] requests? searched the history for the refused item/);
    assert.ok(scene.server.requests.length <= 5, `${scene.server.requests.length} requests`);
    assert.deepEqual(repairsOf(scene.session.entries), []);
  });

  test(`over ${wire}: omits a second rejected item in the next turn, not in the same`, async () => {
    await using scene = await openScene(wire, refuseBodiesWith(wire, POISON, BAD_IMAGE[wire]));
    const { session, server } = scene;
    await append(session, ...longHistory(wire, (round) => (round === 5 || round === 9 ? [image(`${POISON}${round}`)] : [])));
    const first = await session.prompt("First?").outcome;
    assert.match(describeOutcome(first), /^invalid: .* Before that, omitted from the history: 1 item that the provider did not accept/);
    assert.equal(repairsOf(session.entries).length, 1);
    assert.ok(server.requests.length <= 2 + 12);
    const second = await session.prompt("Second?").outcome;
    assert.equal(second.kind, "done", describeOutcome(second));
    assert.equal(repairsOf(session.entries).length, 2);
  });
}

test("a reopened session omits repaired items", async () => {
  await using scene = await openScene("anthropic", refuseBodiesWith("anthropic", POISON, BAD_IMAGE.anthropic));
  const { session, server, store } = scene;
  await append(session, ...longHistory("anthropic", (round) => (round === 2 ? [image(POISON)] : [])));
  assert.equal((await session.prompt("a").outcome).kind, "done");
  await session.close();
  const before = server.requests.length;
  await using again = await openAt("anthropic", server, store);
  const opened = await again.runtime.open(session.id);
  assert.equal(opened.state.repairs.length, 1);
  assert.equal((await opened.prompt("b").outcome).kind, "done");
  assert.equal(server.requests.length, before + 1);
});

test("emits events of a repair, and none of the rejected requests", async () => {
  await using scene = await openScene("anthropic", refuseBodiesWith("anthropic", POISON, BAD_IMAGE.anthropic));
  await append(scene.session, ...longHistory("anthropic", (round) => (round === 2 ? [image(POISON)] : [])));
  const events: Event[] = [];
  for await (const event of scene.session.prompt("a")) events.push(event);
  const ofAnswer: ReadonlySet<string> = new Set([
    "message_start",
    "message_discard",
    "message_end",
    "repair_start",
    "repair_end",
    "warning",
    "run_end",
  ]);
  const types = events.map(({ type }) => type).filter((type) => ofAnswer.has(type));
  assert.deepEqual(types.slice(types.indexOf("repair_start") - 1), [
    "message_start",
    "repair_start",
    "repair_end",
    "warning",
    "message_end",
    "run_end",
  ]);
  const end = events.find((event) => event.type === "repair_end");
  assert.equal(end?.requests, 2);
  assert.equal(end?.items.length, 1);
});

test("a probe requests the minimum of output tokens", async () => {
  await using scene = await openScene("openai-responses", refuseBodiesWith("openai-responses", POISON, BAD_IMAGE["openai-responses"]));
  await append(scene.session, ...longHistory("openai-responses", (round) => (round === 8 ? [image(POISON)] : [])));
  assert.equal((await scene.session.prompt("a").outcome).kind, "done");
  const limits = scene.server.requests.map(({ body }) => body["max_output_tokens"]);
  assert.ok(limits.length > 3);
  assert.ok(limits.slice(1, -1).every((limit) => limit === 16));
  assert.ok(limits[0] === limits.at(-1) && limits[0] !== 16);
});

test("P24: an abort ends the search and the run", async () => {
  let asked = 0;
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const server = await refusingProvider(() => {
    if (++asked === 2) resolve();
    return { message: "messages.0: refused" };
  });
  await using scene = await openAt("anthropic", server);
  const session = await scene.create();
  await append(session, ...longHistory("anthropic", () => []));
  const run = session.prompt("a");
  await reached;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  assert.ok(server.requests.length <= 3);
  assert.deepEqual(repairsOf(session.entries), []);
  await server.close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quarantine } from "../../context/index.ts";
import type { Entry } from "../../log/index.ts";
import type { MessageEntry } from "../../loop/index.ts";
import { type Model, ModelError, type ModelRequest, type StreamPart } from "../../model/index.ts";
import type { RepairableHistory } from "./repairable-history.ts";
import { repairingModel } from "./repairing-model.ts";

const REFUSED = new ModelError("invalid", "messages: broken", { status: 400 });
const ANSWER: StreamPart[] = [
  { type: "text_start", id: "t" },
  { type: "text_delta", id: "t", delta: "fine" },
];

type Verdict = (request: ModelRequest, at: number) => Error | undefined;

/** Returns a model that refuses requests by a verdict, and a history of eight messages. */
const scene = (verdict: Verdict, before: readonly Entry[] = []) => {
  const requests: ModelRequest[] = [];
  let ended = 0;
  const model: Model = {
    info: { reference: "acme/large", provider: "acme", id: "large", name: "Large", vision: true, thinking: [] },
    async *stream(request) {
      requests.push(request);
      const error = verdict(request, requests.length - 1);
      if (error !== undefined) throw error;
      try {
        yield* ANSWER;
      } finally {
        ended += 1;
      }
    },
  };
  const messages = Array.from({ length: 8 }, (_, seq): MessageEntry => {
    const message = { role: "user", content: [{ type: "text", text: `m${seq}` }] } as const;
    return { seq, id: `e${seq}`, parent: null, at: 0, type: "message", message };
  });
  const path: readonly Entry[] = [...before, ...messages];
  const repaired: Quarantine[] = [];
  const eventTypes: string[] = [];
  const took: number[] = [];
  const history: RepairableHistory = {
    path,
    messages: (without = []) => {
      const omitted = new Set([...repaired, ...without].map(({ target }) => target));
      return messages.filter(({ id }) => !omitted.has(id)).map(({ message }) => message);
    },
    trace: () => undefined,
    quarantine: async (items) => void repaired.push(...items),
    onUsage: ({ usage }) => void took.push(usage.input),
    tell: ({ type }) => void eventTypes.push(type),
  };
  const request: ModelRequest = {
    system: [],
    messages: history.messages(),
    tools: [],
    thinking: "off",
    maxOutputTokens: 4_000,
    signal: new AbortController().signal,
  };
  const ask = async (): Promise<StreamPart[]> => Array.fromAsync(repairingModel(model, history).stream(request));
  return { ask, requests, repaired, eventTypes, took, ended: () => ended };
};

const holds = ({ messages }: ModelRequest, words: string): boolean => JSON.stringify(messages).includes(words);

test("passes a response on unchanged", async () => {
  const { ask, requests, eventTypes } = scene(() => undefined);
  assert.deepEqual(await ask(), ANSWER);
  assert.deepEqual([requests.length, eventTypes], [1, []]);
});

test("finds a refused message and omits it, and the response is to the history without it", async () => {
  const { ask, requests, repaired, eventTypes } = scene((request) => (holds(request, "m5") ? REFUSED : undefined));
  assert.deepEqual(await ask(), ANSWER);
  assert.deepEqual(repaired, [{ target: "e5" }]);
  assert.deepEqual(eventTypes, ["repair_start", "repair_end", "warning"]);
  assert.deepEqual([requests.at(-1)?.maxOutputTokens, requests.at(-1)?.messages.length], [4_000, 7]);
});

test("ends an accepted probe at its first part, and records its usage", async () => {
  const { ask, requests, took, ended } = scene((request) => (holds(request, "m5") ? REFUSED : undefined));
  await ask();
  const accepted = requests.filter((request) => !holds(request, "m5"));
  assert.equal(ended(), accepted.length);
  // The last one is the response, which reports its usage itself.
  assert.equal(took.length, accepted.length - 1);
  assert.ok(requests.slice(1, -1).every(({ maxOutputTokens }) => maxOutputTokens === 16));
});

test("throws an error with another cause unchanged", async () => {
  const failure = new ModelError("transient", "overloaded", { status: 529 });
  const { ask, requests, eventTypes } = scene(() => failure);
  await assert.rejects(ask(), failure);
  assert.deepEqual([requests.length, eventTypes], [1, []]);
});

test("does not repair after a failure in the middle of a response", async () => {
  const { ask, requests } = scene(() => undefined);
  const broken: Model = {
    info: {} as Model["info"],
    async *stream() {
      yield ANSWER[0] as StreamPart;
      throw REFUSED;
    },
  };
  const history = { tell: () => assert.fail("unexpected repair") } as unknown as RepairableHistory;
  await assert.rejects(Array.fromAsync(repairingModel(broken, history).stream({} as ModelRequest)), REFUSED);
  await ask();
  assert.equal(requests.length, 1);
});

test("if the search finds nothing, the error contains the number of requests", async () => {
  const { ask, repaired, eventTypes } = scene(() => REFUSED);
  await assert.rejects(ask(), {
    code: "invalid",
    status: 400,
    message: /^messages: broken\. 1 request searched the history .* found none/,
  });
  assert.deepEqual([repaired, eventTypes], [[], ["repair_start", "repair_end"]]);
});

test("omits nothing if the history is accepted when it is asked again", async () => {
  const { ask, requests, repaired, eventTypes } = scene((_, at) => (at === 0 ? REFUSED : undefined));
  assert.deepEqual(await ask(), ANSWER);
  assert.deepEqual([repaired, eventTypes], [[], ["repair_start", "repair_end"]]);
  assert.equal(requests.at(-1)?.messages.length, 8);
});

test("does not search for a second item in the same turn, and the error names the omitted one", async () => {
  const { ask, repaired } = scene((request) => (holds(request, "m2") || holds(request, "m6") ? REFUSED : undefined));
  await assert.rejects(ask(), {
    code: "invalid",
    message: /^messages: broken\. Before that, omitted from the history: 1 item .*, found with 5 requests\.$/,
  });
  assert.deepEqual(repaired, [{ target: "e2" }]);
});

test("throws the error of a search that fails for another reason, and omits nothing", async () => {
  const failure = new ModelError("transient", "overloaded", { status: 529 });
  const { ask, repaired, eventTypes } = scene((_, at) => (at === 0 ? REFUSED : failure));
  await assert.rejects(ask(), failure);
  assert.deepEqual([repaired, eventTypes], [[], ["repair_start", "repair_end"]]);
});

const fact = (type: string, fields: object): Entry => ({ seq: 0, id: `f-${type}`, parent: null, at: 0, type, ...fields });
const START = fact("run_start", { run: "r" });

test("A14: does not search again after a second refusal of the same kind in a run, and reports the provider's message", async () => {
  const words = new ModelError("invalid", "messages.7: broken", { status: 400 });
  const earlier = fact("repair", { target: "e0", reason: "messages.3: broken" });
  const { ask, requests, repaired, eventTypes } = scene(() => words, [START, earlier]);
  await assert.rejects(ask(), { code: "invalid", status: 400, message: /^messages\.7: broken\. This run already omitted an item/ });
  assert.deepEqual([requests.length, repaired, eventTypes], [1, [], []]);
});

test("searches again after a refusal of another kind, and in another run", async () => {
  const verdict: Verdict = (request) => (holds(request, "m5") ? REFUSED : undefined);
  const image = fact("repair", { target: "e0", reason: "Could not process image" });
  const same = fact("repair", { target: "e0", reason: "messages: broken" });
  for (const before of [
    [START, image],
    [same, START],
  ]) {
    const { ask, repaired } = scene(verdict, before);
    assert.deepEqual(await ask(), ANSWER);
    assert.deepEqual(repaired, [{ target: "e5" }]);
  }
});

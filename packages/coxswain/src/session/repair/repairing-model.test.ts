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

/** A model that refuses by a verdict, and a history of eight messages, each its entry's id. */
const scene = (verdict: Verdict) => {
  const requests: ModelRequest[] = [];
  let left = 0;
  const model: Model = {
    info: { reference: "acme/large", provider: "acme", id: "large", name: "Large", vision: true, thinking: [] },
    async *stream(request) {
      requests.push(request);
      const error = verdict(request, requests.length - 1);
      if (error !== undefined) throw error;
      try {
        yield* ANSWER;
      } finally {
        left += 1;
      }
    },
  };
  const path: readonly Entry[] = Array.from({ length: 8 }, (_, seq): MessageEntry => {
    const message = { role: "user", content: [{ type: "text", text: `m${seq}` }] } as const;
    return { seq, id: `e${seq}`, parent: null, at: 0, type: "message", message };
  });
  const repaired: Quarantine[] = [];
  const told: string[] = [];
  const took: number[] = [];
  const history: RepairableHistory = {
    path,
    messages: (without = []) => {
      const gone = new Set([...repaired, ...without].map(({ target }) => target));
      return path.filter(({ id }) => !gone.has(id)).map((entry) => (entry as MessageEntry).message);
    },
    trace: () => undefined,
    quarantine: async (items) => void repaired.push(...items),
    took: ({ usage }) => void took.push(usage.input),
    tell: ({ type }) => void told.push(type),
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
  return { ask, requests, repaired, told, took, left: () => left };
};

const holds = ({ messages }: ModelRequest, words: string): boolean => JSON.stringify(messages).includes(words);

test("an answer is given as it is", async () => {
  const { ask, requests, told } = scene(() => undefined);
  assert.deepEqual(await ask(), ANSWER);
  assert.deepEqual([requests.length, told], [1, []]);
});

test("what is refused is found and left out, and the answer is of the history without it", async () => {
  const { ask, requests, repaired, told } = scene((request) => (holds(request, "m5") ? REFUSED : undefined));
  assert.deepEqual(await ask(), ANSWER);
  assert.deepEqual(repaired, [{ target: "e5" }]);
  assert.deepEqual(told, ["repair_start", "repair_end", "warning"]);
  assert.deepEqual([requests.at(-1)?.maxOutputTokens, requests.at(-1)?.messages.length], [4_000, 7]);
});

test("a probe that is taken is ended at its first part, and what it took is told", async () => {
  const { ask, requests, took, left } = scene((request) => (holds(request, "m5") ? REFUSED : undefined));
  await ask();
  const taken = requests.filter((request) => !holds(request, "m5"));
  assert.equal(left(), taken.length);
  // The last one is the answer, which tells for itself what it took.
  assert.equal(took.length, taken.length - 1);
  assert.ok(requests.slice(1, -1).every(({ maxOutputTokens }) => maxOutputTokens === 16));
});

test("what fails for another reason fails as it does", async () => {
  const failure = new ModelError("transient", "overloaded", { status: 529 });
  const { ask, requests, told } = scene(() => failure);
  await assert.rejects(ask(), failure);
  assert.deepEqual([requests.length, told], [1, []]);
});

test("a failure in the middle of an answer is not one of the history", async () => {
  const { ask, requests } = scene(() => undefined);
  const broken: Model = {
    info: {} as Model["info"],
    async *stream() {
      yield ANSWER[0] as StreamPart;
      throw REFUSED;
    },
  };
  const history = { tell: () => assert.fail("nothing is repaired") } as unknown as RepairableHistory;
  await assert.rejects(Array.fromAsync(repairingModel(broken, history).stream({} as ModelRequest)), REFUSED);
  await ask();
  assert.equal(requests.length, 1);
});

test("where nothing is found, the refusal says what was tried", async () => {
  const { ask, repaired, told } = scene(() => REFUSED);
  await assert.rejects(ask(), {
    code: "invalid",
    status: 400,
    message: /^messages: broken\. 1 request searched the history .* found none/,
  });
  assert.deepEqual([repaired, told], [[], ["repair_start", "repair_end"]]);
});

test("a second item is not looked for in the same turn, and the refusal says what was left out", async () => {
  const { ask, repaired } = scene((request) => (holds(request, "m2") || holds(request, "m6") ? REFUSED : undefined));
  await assert.rejects(ask(), {
    code: "invalid",
    message: /^messages: broken\. Before that, omitted from the history: 1 item .*, found with 4 requests\.$/,
  });
  assert.deepEqual(repaired, [{ target: "e2" }]);
});

test("a search that fails for another reason ends with that, and leaves nothing out", async () => {
  const failure = new ModelError("transient", "overloaded", { status: 529 });
  const { ask, repaired, told } = scene((_, at) => (at === 0 ? REFUSED : failure));
  await assert.rejects(ask(), failure);
  assert.deepEqual([repaired, told], [[], ["repair_start", "repair_end"]]);
});

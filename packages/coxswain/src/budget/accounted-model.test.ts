import assert from "node:assert/strict";
import { test } from "node:test";
import { type Model, type ModelRequest, scriptedModel } from "../model/index.ts";
import { Ledger } from "./ledger.ts";
import { accountedModel } from "./accounted-model.ts";
import { charge } from "./charge.ts";
import { costing, PRICED } from "./spending.fixture.ts";

const request = (signal = new AbortController().signal): ModelRequest => ({
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "x".repeat(400) }] }],
  tools: [],
  thinking: "off",
  maxOutputTokens: 100,
  signal,
});

const countedIn = (ledger: Ledger, model: Model): Model =>
  accountedModel(model, (expected, signal) => charge(ledger, expected, { signal, unpriced: () => {} }));

const read = async (model: Model, most = Infinity, signal?: AbortSignal): Promise<number> => {
  let parts = 0;
  for await (const _ of model.stream(request(signal))) if ((parts += 1) >= most) break;
  return parts;
};

test("charges a request by the usage of its response", async () => {
  const ledger = new Ledger({ level: "this session", budget: { usd: 10 } });
  await read(countedIn(ledger, scriptedModel([costing(0.5)], PRICED)));
  assert.deepEqual([ledger.spent.usd, ledger.spent.tokens, ledger.spent.turns], [0.5, 500, 0]);
});

test("does not send a request if the budget is exhausted", async () => {
  const ledger = new Ledger({ level: "this session", budget: { usd: 1 }, spent: { usd: 1 } });
  const model = scriptedModel(["not requested"], PRICED);
  const error = { name: "BudgetReachedError", code: "budget_reached", message: "The budget of this session is exhausted: $1.00 of $1.00." };
  await assert.rejects(read(countedIn(ledger, model)), error);
  assert.equal(model.requests.length, 0);
});

test("a request that is cancelled, fails or is aborted releases its reservation without a charge", async () => {
  const ledger = new Ledger({ level: "this session", budget: { tokens: 100 } });
  const model = countedIn(
    ledger,
    scriptedModel(["a long text, in more than one part", { cut: true }, { hold: new Promise(() => {}) }, "done"]),
  );
  await read(model, 1);
  await read(model);
  const leaving = new AbortController();
  void read(model, Infinity, leaving.signal).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  assert.equal(ledger.spent.tokens, 0);
  assert.ok((await read(model)) > 1);
});

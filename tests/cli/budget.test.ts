import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoopbackReply } from "coxswain/testing";
import { jsonLines, openCox } from "./cox-scene.ts";

/** A model at the loopback server that reports the cost of each response, like OpenRouter's. */
const ROUTED = { env: { OPENROUTER_API_KEY: "k" } };

const looks = (cost: number, text: string): LoopbackReply => ({
  text,
  calls: [{ name: "ls", input: { path: "." } }],
  cost,
  usage: { input: 9 },
});

test("S2-25: ends a run at its budget by the provider's own price, reports the cost, and continues the session with a new budget", async () => {
  await using cox = await openCox([looks(0.3, "first"), looks(0.3, "second"), { text: "done", cost: 0.3 }]);
  await cox.set({ providers: { openrouter: { baseURL: `${cox.server.url}/v1` } } });
  const args = ["-m", "openrouter/some/model", "--output-format", "stream-json"];
  const { code, stdout, stderr } = await cox.run(["go", ...args, "--max-budget-usd", "0.50"], ROUTED);
  const last = jsonLines(stdout).at(-1);
  assert.deepEqual(
    [code, last?.["subtype"], last?.["terminal_reason"], last?.["result"], last?.["total_cost_usd"]],
    [3, "error_max_budget_usd", "max_budget_usd", "second", 0.6],
  );
  assert.match(stderr, /^cox: the budget of this run is exhausted: \$0\.60 of \$0\.50\. Continue with: cox -c "what to do next"\n$/);

  const next = await cox.run(["-c", "continue", ...args, "--max-budget-usd", "5"], ROUTED);
  const result = jsonLines(next.stdout).at(-1);
  assert.deepEqual([next.code, result?.["result"], result?.["total_cost_usd"]], [0, "done", 0.3]);
  assert.equal(Number(result?.["session_cost_usd"]).toFixed(2), "0.90");
});

test("runs a model without a known price under a budget, with a warning", async () => {
  await using cox = await openCox(["done"]);
  await cox.set({ budget: { usd: 1 } });
  const { code, stdout, stderr } = await cox.run(["go", "--base-url", `${cox.server.url}/v1`]);
  assert.deepEqual([code, stdout], [0, "done\n"]);
  assert.match(stderr, /^cox: no price is known for custom\/loopback; budgets in USD do not count it\.\n$/);
});

test("ends a hanging run at its time limit", async () => {
  await using cox = await openCox([{ text: "so", hold: new Promise(() => {}) }]);
  const { code, stderr } = await cox.run(["go", "--max-time", "0.5s"]);
  assert.equal(code, 3);
  assert.match(stderr, /^cox: the budget of this run is exhausted: 0\.5 of 0\.5 seconds\./m);
});

test("rejects an invalid amount before any request", async () => {
  await using cox = await openCox(["unheard"]);
  const wrong = [
    ["--max-budget-usd", "$5", "--max-budget-usd must be an amount in USD such as 2 or 0.50, not $5"],
    ["--max-time", "soon", "--max-time must be a duration such as 90s, 10m or 2h, not soon"],
  ] as const;
  for (const [option, value, message] of wrong) {
    const { code, stderr } = await cox.run(["go", option, value]);
    assert.equal(code, 2);
    assert.ok(stderr.startsWith(`cox: ${message}`), stderr);
  }
  assert.equal(cox.server.requests.length, 0);
});

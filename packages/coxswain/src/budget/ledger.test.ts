import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger, type Reserved } from "./ledger.ts";

/** The value of a promise, if it has resolved. */
const now = async (reserving: Promise<Reserved>): Promise<Reserved | "waits"> =>
  Promise.race([reserving, new Promise<"waits">((resolve) => setImmediate(() => resolve("waits")))]);

const settle = (reserved: Reserved | "waits", actual = {}): void => {
  assert.ok(reserved !== "waits" && reserved.kind === "reserved");
  reserved.settle(actual);
};

const messageOf = (reserved: Reserved | "waits"): string | undefined =>
  reserved !== "waits" && reserved.kind === "limit" ? reserved.limit.message : undefined;

test("grants what fits, and lets the rest wait until another reservation releases its excess", async () => {
  const ledger = new Ledger({ level: "this run", budget: { tokens: 100 } });
  const [first, second] = [await ledger.reserve({ tokens: 40 }), await ledger.reserve({ tokens: 40 })];
  const third = ledger.reserve({ tokens: 40 });
  assert.equal(await now(third), "waits");
  settle(first, { tokens: 10 });
  settle(await now(third), { tokens: 40 });
  settle(second, { tokens: 40 });
  assert.equal(ledger.spent.tokens, 90);
});

test("grants one request beyond a limit that is not reached if nothing else is reserved, and then no other", async () => {
  const ledger = new Ledger({ level: "this run", budget: { usd: 1 } });
  settle(await ledger.reserve({ usd: 0.9 }), { usd: 0.9 });
  settle(await ledger.reserve({ usd: 0.9 }), { usd: 0.9 });
  const third = await ledger.reserve({ usd: 0 });
  assert.deepEqual(third, {
    kind: "limit",
    limit: { name: "budget", message: "The budget of this run is exhausted: $1.80 of $1.00.", quantity: "usd" },
  });
});

test("pending reservations receive the limit when it is reached", async () => {
  const ledger = new Ledger({ level: "this session", budget: { turns: 1 } });
  const first = await ledger.reserve({ turns: 1 });
  const [second, third] = [ledger.reserve({ turns: 1 }), ledger.reserve({ turns: 1 })];
  settle(first, { turns: 1 });
  assert.equal(messageOf(await second), "The budget of this session is exhausted: 1 of 1 turns.");
  assert.equal(messageOf(await third), messageOf(await second));
});

test("charges all levels above once, and the limit names the exhausted level", async () => {
  const all = new Ledger({ level: "all sessions", budget: { tokens: 10_000 } });
  const session = new Ledger({ level: "this session", parent: all });
  const runs = ["this run", "this run"].map((level) => new Ledger({ level, parent: session, budget: { tokens: 50_000 } }));
  for (const run of runs) settle(await run.reserve({ tokens: 1 }), { tokens: 6_000 });
  assert.deepEqual(
    [all, session, ...runs].map(({ spent }) => spent.tokens),
    [12_000, 12_000, 6_000, 6_000],
  );
  const refused = await new Ledger({ level: "this run", parent: session }).reserve({ tokens: 1 });
  assert.equal(messageOf(refused), "The budget of all sessions is exhausted: 12,000 of 10,000 tokens.");
});

test("serves reservations in order at each level, independent of other levels", async () => {
  const all = new Ledger({ level: "all sessions" });
  const [one, other] = [
    new Ledger({ level: "this session", parent: all, budget: { tokens: 100 } }),
    new Ledger({ level: "this session", parent: all, budget: { tokens: 100 } }),
  ];
  const first = await one.reserve({ tokens: 60 });
  const large = one.reserve({ tokens: 60 });
  const small = one.reserve({ tokens: 10 });
  assert.equal(await now(small), "waits");
  settle(await now(other.reserve({ tokens: 10 })));
  settle(first);
  settle(await now(large));
  settle(await now(small));
});

test("settles a reservation once, and charges nothing for a failure", async () => {
  const ledger = new Ledger({ level: "this run", budget: { tokens: 100 } });
  const failed = await ledger.reserve({ tokens: 100 });
  settle(failed);
  settle(failed, { tokens: 100 });
  assert.equal(ledger.spent.tokens, 0);
  settle(await now(ledger.reserve({ tokens: 100 })), { tokens: 100 });
});

test("an aborted pending reservation leaves the queue and holds nothing", async () => {
  const ledger = new Ledger({ level: "this run", budget: { tokens: 100 } });
  const first = await ledger.reserve({ tokens: 100 });
  const leaving = new AbortController();
  const second = ledger.reserve({ tokens: 100 }, leaving.signal);
  const third = ledger.reserve({ tokens: 20 });
  leaving.abort();
  settle(await second);
  settle(first, { tokens: 50 });
  settle(await now(third), { tokens: 20 });
  settle(await ledger.reserve({ tokens: 100 }, leaving.signal));
  assert.equal(ledger.spent.tokens, 70);
});

test("an abort releases a granted reservation at once, and its actual usage is still charged", async () => {
  const ledger = new Ledger({ level: "this run", budget: { tokens: 100 } });
  const leaving = new AbortController();
  const first = await ledger.reserve({ tokens: 100 }, leaving.signal);
  const second = ledger.reserve({ tokens: 60 });
  assert.equal(await now(second), "waits");
  leaving.abort();
  settle(await now(second), { tokens: 10 });
  settle(first, { tokens: 30 });
  assert.equal(ledger.spent.tokens, 40);
});

test("new limits apply at once, also to pending reservations", async () => {
  const ledger = new Ledger({ level: "this session", budget: { usd: 1 } });
  const first = await ledger.reserve({ usd: 1 });
  const second = ledger.reserve({ usd: 1 });
  assert.equal(await now(second), "waits");
  ledger.limitTo({ usd: 2 });
  settle(await now(second), { usd: 1 });
  settle(first, { usd: 1 });
  ledger.limitTo({ usd: 1.5 });
  assert.equal(messageOf(await ledger.reserve({ usd: 0.1 })), "The budget of this session is exhausted: $2.00 of $1.50.");
});

test("`take` never exceeds a limit at any level", () => {
  const session = new Ledger({ level: "this session", budget: { toolCalls: 2 } });
  const run = new Ledger({ level: "this run", parent: session, budget: { toolCalls: 3 } });
  assert.equal(run.take({ toolCalls: 1 }), undefined);
  assert.equal(run.take({ toolCalls: 1 }), undefined);
  assert.equal(run.take({ toolCalls: 1 })?.message, "The budget of this session is exhausted: 2 of 2 tool calls.");
  assert.equal(run.spent.toolCalls, 2);
});

test("`count` charges all levels and reports an exhausted one", () => {
  const session = new Ledger({ level: "this session", budget: { usd: 2 } });
  const run = new Ledger({ level: "this run", parent: session, budget: { usd: 9 } });
  assert.equal(run.count({ usd: 1.5 }), undefined);
  assert.equal(run.count({ usd: 1.5 })?.message, "The budget of this session is exhausted: $3.00 of $2.00.");
  assert.deepEqual([run.spent.usd, session.spent.usd], [3, 3]);
});

test("P25: negative, huge or invalid usage does not break a ledger", async () => {
  const ledger = new Ledger({ level: "this run", budget: { tokens: 100, usd: 1 } });
  for (const wrong of [Number.NaN, -5, -Infinity])
    settle(await ledger.reserve({ tokens: wrong, usd: wrong }), { tokens: wrong, usd: wrong });
  assert.deepEqual([ledger.spent.tokens, ledger.spent.usd], [0, 0]);
  const huge = ledger.reserve({ tokens: Infinity });
  settle(await now(huge), { tokens: Infinity });
  assert.equal(ledger.spent.tokens, Number.MAX_SAFE_INTEGER);
  assert.match(messageOf(await ledger.reserve({ tokens: 1 })) ?? "", /of 100 tokens/);
});

test("the deadline is the nearest time limit of all levels; concurrent runs count once", () => {
  const all = new Ledger({ level: "all sessions", budget: { seconds: 10 } });
  const session = new Ledger({ level: "this session", parent: all, budget: { seconds: 60 }, spent: { seconds: 57 } });
  const other = new Ledger({ level: "this session", parent: all });
  const [stop, stopOther] = [session.start(0), other.start(1_000)];
  assert.deepEqual(session.deadline(1_000), {
    ms: 2_000,
    limit: { name: "budget", message: "The budget of this session is exhausted: 60 of 60 seconds.", quantity: "seconds" },
  });
  assert.equal(other.deadline(1_000)?.ms, 9_000);
  stop(2_000);
  stopOther(4_000);
  assert.equal(other.deadline(9_000)?.ms, 6_000);
  assert.equal(session.deadline(9_000)?.ms, 1_000);
});

test("formats a limit below one cent", async () => {
  const ledger = new Ledger({ level: "this run", budget: { usd: 0.0004 }, spent: { usd: 0.00123 } });
  assert.equal(messageOf(await ledger.reserve({ usd: 1 })), "The budget of this run is exhausted: $0.0012 of $0.0004.");
});

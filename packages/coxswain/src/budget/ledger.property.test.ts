import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Budget } from "../loop/index.ts";
import { Ledger, type Reservation } from "./ledger.ts";

const QUANTITIES = ["usd", "tokens", "turns"] as const;

interface Asked {
  /** Which run asks. */
  readonly run: number;
  /** Of a thousand units: what is reserved, and the share of it that is spent. Null: it fails, which costs nothing. */
  readonly units: number;
  readonly share: number | null;
  /** Who ends next, of those that go on. */
  readonly ends: number;
  /** Whether it is aborted if it has to wait. */
  readonly leaves: boolean;
}

const limits = fc.record(
  { usd: fc.integer({ min: 1, max: 3_000 }), tokens: fc.integer({ min: 1, max: 3_000 }), turns: fc.integer({ min: 1, max: 20 }) },
  { requiredKeys: [] },
);

const asked: fc.Arbitrary<Asked> = fc.record({
  run: fc.nat({ max: 5 }),
  units: fc.integer({ min: 0, max: 1_000 }),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  ends: fc.nat(),
  leaves: fc.boolean(),
});

/** One runtime of two sessions of three runs each. */
const treeOf = (budgets: readonly Budget[]): { readonly runs: readonly Ledger[]; readonly all: readonly (readonly [Ledger, Budget])[] } => {
  const made: (readonly [Ledger, Budget])[] = [];
  const ledger = (parent?: Ledger): Ledger => {
    const budget = budgets[made.length] ?? {};
    const one = new Ledger({ level: "this level", budget, parent });
    made.push([one, budget]);
    return one;
  };
  const root = ledger();
  const sessions = [ledger(root), ledger(root)];
  const runs = sessions.flatMap((session) => [ledger(session), ledger(session), ledger(session)]);
  return { runs, all: made };
};

interface Going {
  readonly estimate: Readonly<Record<(typeof QUANTITIES)[number], number>>;
  readonly share: number | null;
  readonly reservation: Reservation;
}

test("no level spends more than its limit and one reservation, none is lost, and whoever asks has an answer in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(limits, { maxLength: 9 }), fc.array(asked, { maxLength: 80 }), async (budgets, requests) => {
      const { runs, all } = treeOf(budgets);
      const going: Going[] = [];
      let answered = 0;
      const endOne = (at: number): void => {
        const [one] = going.splice(at % going.length, 1);
        if (one === undefined) return;
        const { estimate, share, reservation } = one;
        if (share === null) return reservation.settle();
        reservation.settle(Object.fromEntries(QUANTITIES.map((name) => [name, estimate[name] * share])));
      };

      const tick = () => new Promise((resolve) => setImmediate(resolve));
      for (const { run, units, share, ends, leaves } of requests) {
        const leaving = new AbortController();
        const estimate = { usd: units, tokens: units, turns: 1 };
        let waits = true;
        void runs[run]?.reserve(estimate, leaving.signal).then((reserved) => {
          waits = false;
          answered += 1;
          if (reserved.kind !== "reserved") return;
          // Who leaves the queue asks nobody, and spends nothing.
          if (leaving.signal.aborted) reserved.settle();
          else going.push({ estimate, share, reservation: reserved });
        });
        await tick();
        if (leaves && waits) leaving.abort();
        if (ends % 3 === 0 && going.length > 0) endOne(ends);
        await tick();
        for (const [ledger, budget] of all) {
          for (const name of QUANTITIES) {
            const limit = budget[name];
            if (limit !== undefined) assert.ok(ledger.spent[name] <= limit + (name === "turns" ? 1 : 1_000) + 1e-6);
          }
        }
      }
      while (going.length > 0) {
        endOne(0);
        await tick();
      }
      assert.equal(answered, requests.length, "nobody waits for ever");
      // Each level has what those below it have.
      const sum = (ledgers: readonly (Ledger | undefined)[]) => ledgers.reduce((total, ledger) => total + (ledger?.spent.usd ?? 0), 0);
      assert.ok(Math.abs(sum([all[0]?.[0]]) - sum(runs)) < 1e-6);
      // Nothing is reserved any more: a request of any size is granted, unless a limit is reached.
      for (const ledger of runs) {
        const last = await ledger.reserve({ usd: 1e9 });
        if (last.kind === "reserved") last.settle();
      }
    }),
    { numRuns: 300 },
  );
});

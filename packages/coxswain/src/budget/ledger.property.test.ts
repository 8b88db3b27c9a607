import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Budget } from "../loop/index.ts";
import { Ledger, type Reservation } from "./ledger.ts";

const QUANTITIES = ["usd", "tokens", "turns"] as const;

interface Asked {
  /** Index of the run. */
  readonly run: number;
  /** Reserved thousandths, and the share of them that is charged. Null: it fails without a charge. */
  readonly units: number;
  readonly share: number | null;
  /** Index of the active request that ends next. */
  readonly ends: number;
  /** Abort it if it must wait. */
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

/** One runtime with two sessions of three runs each. */
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

test("no level exceeds its limit by more than one reservation, none is lost, and every request is resolved", async () => {
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
          // An aborted pending reservation charges nothing.
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
      assert.equal(answered, requests.length, "no request waits forever");
      // Each level has the sum of the levels below.
      const sum = (ledgers: readonly (Ledger | undefined)[]) => ledgers.reduce((total, ledger) => total + (ledger?.spent.usd ?? 0), 0);
      assert.ok(Math.abs(sum([all[0]?.[0]]) - sum(runs)) < 1e-6);
      // Without reservations a request of any size is granted, unless a limit is reached.
      for (const ledger of runs) {
        const last = await ledger.reserve({ usd: 1e9 });
        if (last.kind === "reserved") last.settle();
      }
    }),
    { numRuns: 300 },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "coxswain/providers";
import { EMPTY_REPORT } from "../prompt/index.ts";
import { costCell, summaryLine } from "./summary-line.ts";

const ID = "019ac3e4-1111-7abc-8def-0123456789ab";
const REPORT = { ...EMPTY_REPORT, turns: 3, usage: { ...NO_USAGE, input: 1_000, cacheRead: 200, output: 34 }, cost: 0.0312 };

const shownPath = (path: string): string => path.slice("/p/".length);

test("states time, turns, tokens, cost and session", () => {
  assert.equal(summaryLine(REPORT, { session: ID, duration: 8_240, shownPath }), "8.2 s, 3 turns, 1,234 tokens, $0.0312, session 456789ab");
  assert.equal(
    summaryLine({ ...EMPTY_REPORT, turns: 1 }, { session: undefined, duration: 72_400, shownPath }),
    "1 min 12 s, 1 turn, 0 tokens, $0, session not saved",
  );
  assert.match(summaryLine(REPORT, { session: ID, duration: 59_700, shownPath }), /^1 min 0 s,/);
  assert.match(summaryLine(REPORT, { session: ID, duration: 7_260_000, shownPath }), /^2 h 1 min,/);
});

test("does not show a cost that is not known", () => {
  assert.match(summaryLine({ ...REPORT, cost: 0, isCostPartial: true }, { session: ID, duration: 0, shownPath }), /, cost unknown,/);
  assert.match(summaryLine({ ...REPORT, isCostPartial: true }, { session: ID, duration: 0, shownPath }), /, \$0\.0312 or more,/);
});

test("names a worktree that remains, and none that was removed", () => {
  const worktrees = [
    { path: import.meta.dirname, branch: "cox/a" },
    { path: "/no/such/worktree", branch: "cox/b" },
  ];
  assert.match(
    summaryLine({ ...REPORT, worktrees }, { session: ID, duration: 0, shownPath }),
    /, session 456789ab\. Worktrees with changes: \/.*display \(branch cox\/a\)$/,
  );
});

test("ends with the checks of the run", () => {
  const check = { kind: "test", command: "npm test", outcome: "passed", changedSince: ["/p/src/a.ts"] } as const;
  const evidence = { checks: [check], changed: [{ path: "/p/src/a.ts" }] };
  const line = summaryLine({ ...REPORT, evidence }, { session: ID, duration: 0, shownPath });
  assert.match(line, /, session 456789ab, tests passed, and not run since src\/a\.ts changed$/);
});

test("a cost in a table distinguishes a free session from one without a price", () => {
  const cells = [costCell(0, false), costCell(0, true), costCell(0.5, false), costCell(0.5, true)];
  assert.deepEqual(cells, ["$0", "no price", "$0.50", "$0.50 or more"]);
});

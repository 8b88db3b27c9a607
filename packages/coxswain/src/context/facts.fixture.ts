import { Edits } from "./edits.ts";
import { type Facts, NOTHING_SETTLED } from "./invariant.ts";
import { MODEL } from "./messages.fixture.ts";

export const facts = (overrides: Partial<Facts> = {}): Facts => ({
  model: MODEL,
  reasoning: "run",
  running: new Set(),
  started: () => false,
  edits: new Edits(),
  settled: NOTHING_SETTLED,
  ...overrides,
});

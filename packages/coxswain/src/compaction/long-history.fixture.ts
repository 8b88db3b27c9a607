import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { NO_USAGE } from "../model/index.ts";
import { assistant, call, MODEL, png, result, RUN, user } from "../context/messages.fixture.ts";
import { type Fact, pathOf, messageFact } from "../context/path.fixture.ts";
import { compactionDraft } from "./compact.ts";
import type { CompactionPlan } from "./plan-compaction.ts";

/** One response and its results; sizes in tokens. */
export interface Turn {
  readonly words: number;
  readonly results: readonly number[];
  readonly image: boolean;
  readonly steered: boolean;
  /** True if its run ends with it, and another starts. */
  readonly ends: boolean;
}

export const turns: fc.Arbitrary<Turn> = fc.record({
  words: fc.constantFrom(5, 50, 400, 3_000),
  results: fc.array(fc.constantFrom(10, 200, 2_000, 15_000), { maxLength: 3 }),
  image: fc.constantFrom(false, false, false, true),
  steered: fc.constantFrom(false, false, true),
  ends: fc.constantFrom(false, false, false, true),
});

export const longHistories = fc.array(turns, { minLength: 1, maxLength: 40, size: "max" });

/** Typical context windows. */
export const WINDOWS = [8_000, 32_000, 200_000, 1_000_000] as const;

export const modelOf = (contextWindow: number) => ({ ...MODEL, contextWindow, maxOutput: 4_000 });

/** Returns words that name their position, with an estimated number of tokens. */
export const wordsOf = (label: string, tokens: number): string =>
  `${label} `
    .repeat(Math.ceil((tokens * 4) / 1.2 / (label.length + 1)))
    .slice(0, Math.floor((tokens * 4) / 1.2))
    .trim();

/** Returns the facts that the loop records for turns; the last run stays active. */
export const factsOf = (history: readonly Turn[]): readonly Fact[] => {
  let run = 0;
  const begin = (): readonly Fact[] => [{ type: "run_start", run: runId(run) }, messageFact(user(`Task ${run}: do it.`), runId(run))];
  return history.flatMap(({ words, results, image, steered, ends }, turn): readonly Fact[] => {
    const id = runId(run);
    const first = turn === 0 ? begin() : [];
    const calls = results.map((_, at) => call(`call_${turn}_${at}`));
    const answer = messageFact(assistant([wordsOf(`turn${turn}`, words), ...calls]), id);
    const answers = results.map((size, at) =>
      messageFact(result(`call_${turn}_${at}`, wordsOf(`result${turn}.${at}`, size), ...(image && at === 0 ? [png("shot.png")] : [])), id),
    );
    const steer = steered ? [messageFact(user(`Mind turn ${turn}.`), id)] : [];
    if (!ends) return [...first, answer, ...answers, ...steer];
    run += 1;
    return [...first, answer, ...answers, { type: "run_end", run: id, outcome: { kind: "done" } }, ...begin()];
  });
};

/** Returns one call and its result, of this many tokens. */
export const turn = (number: number, size: number, run = RUN): readonly Fact[] => [
  messageFact(assistant([call(`c${number}`)]), run),
  messageFact(result(`c${number}`, wordsOf(`r${number}`, size)), run),
];

const runId = (run: number): string => `run${run}`;

/** Returns the run that is active at the end of the facts. */
export const liveRun = (history: readonly Turn[]): string => runId(history.filter(({ ends }) => ends).length);

/** Returns a path with facts appended. */
export const grown = (path: readonly Entry[], ...facts: readonly Fact[]): readonly Entry[] =>
  path.concat(pathOf([...path.map((): Fact => ({ type: "reset" })), ...facts]).slice(path.length));

/** Returns a path after a plan was applied, with a summary of the maximum length. */
export const compacted = (
  path: readonly Entry[],
  plan: CompactionPlan,
  summary = wordsOf("summary", plan.limits.summary),
): readonly Entry[] =>
  grown(path, compactionDraft(plan, { summary, preserved: [], reason: "threshold", model: "acme/small", usage: NO_USAGE }));

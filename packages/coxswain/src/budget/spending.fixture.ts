import type { Clock } from "../base/index.ts";
import type { Outcome } from "../loop/index.ts";
import { type ScriptedModelOptions, type ScriptedReply, textOf } from "../model/index.ts";

/** A model whose input costs one dollar per thousand tokens, and its output nothing. */
export const PRICED: ScriptedModelOptions = { info: { price: { input: 1_000, output: 0 } } };

/** A reply that costs this many dollars at that price. */
export const costing = (usd: number, reply: ScriptedReply = { text: `${usd} USD` }): ScriptedReply => ({
  ...reply,
  usage: { input: usd * 1_000 },
});

export interface HandClock extends Clock {
  readonly now: () => number;
  /** Advances the time; resolves after the sleepers that are due have run. */
  pass(ms: number): Promise<void>;
}

/** A clock that the test advances. */
export const handClock = (): HandClock => {
  let time = 1_000_000;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: time + ms, wake };
        if (signal?.aborted === true) return resolve();
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake, { once: true });
      }),
    async pass(ms) {
      time += ms;
      for (const { until, wake } of sleepers) if (until <= time) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

/** An outcome in one line: the limit's message and the model's last message. */
export const inShort = (outcome: Outcome): string => {
  if (outcome.kind === "done") return `done: ${textOf(outcome.reply)}`;
  if (outcome.kind !== "limit") return outcome.kind;
  const { limit, reply } = outcome;
  return `${limit.name}: ${limit.message}${reply === undefined ? "" : ` (${textOf(reply)})`}`;
};

import { type Figures, type Measured, rounded } from "./results.ts";

/** A program that takes longer than this is measured once after its warm-up. */
const SLOW_MS = 20_000;

/** Measures programs in rotation, after a warm-up round. One that fails drops out with its reason. */
export const rotateAll = async (
  times: number,
  measures: Readonly<Record<string, () => Promise<Figures>>>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, Measured>>> => {
  const found: Record<string, Measured> = {};
  const slow = new Set<string>();
  for (let round = 0; round <= times; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      const { runs, failure } = found[name] ?? { runs: [] };
      if (failure !== undefined || (slow.has(name) && runs.length > 0)) continue;
      try {
        const figures = await measure();
        if ((figures.wallMs ?? 0) > SLOW_MS) slow.add(name);
        found[name] = { runs: round === 0 ? [] : [...runs, rounded(figures)] };
      } catch (error) {
        signal.throwIfAborted();
        found[name] = { runs: [], failure: error instanceof Error ? error.message : String(error) };
      }
    }
  }
  return found;
};

import { type ModelInfo } from "coxswain";
import { type Price, THINKING_LEVELS } from "coxswain/providers";

/** Tokens in short, as `200k` or `1M`; nothing when they are not known. */
export const tokens = (count: number | undefined): string => {
  if (count === undefined) return "";
  return count >= 950_000 ? `${Number((count / 1_000_000).toFixed(1))}M` : `${Math.round(count / 1000)}k`;
};

/** USD per million tokens of input and output, as `$3/$15`; nothing when they are not known. */
export const price = (of: Price | undefined): string => (of === undefined ? "" : `$${round(of.input)}/$${round(of.output)}`);

/** Supported thinking levels, as a range such as `low-xhigh` if there is no gap. */
export const levels = ({ thinking }: Pick<ModelInfo, "thinking">): string => {
  const places = THINKING_LEVELS.flatMap((level, at) => (thinking.includes(level) ? [at] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return "";
  const gapless = last - first === places.length - 1 && places.length > 2;
  return gapless ? `${THINKING_LEVELS[first]}-${THINKING_LEVELS[last]}` : places.map((at) => THINKING_LEVELS[at]).join(",");
};

/** Removes floating-point noise of computed prices. */
const round = (amount: number): number => Number(amount.toFixed(4));

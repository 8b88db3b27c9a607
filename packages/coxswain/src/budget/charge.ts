import type { Limit } from "../loop/index.ts";
import { type AssistantMessage, contextTokens, type ModelInfo, mostCostOf } from "../model/index.ts";
import type { Amounts } from "./amounts.ts";
import type { Ledger } from "./ledger.ts";

/** A request that is about to be made. */
export interface Expected {
  readonly info: ModelInfo;
  /** Asked only where there is a limit that it counts for. */
  readonly inputTokens: () => number;
  readonly outputTokens: number;
}

/** Room that is kept for a request. */
export interface Charge {
  readonly kind: "reserved";
  /** Counts what a whole response took; without one, nothing. Only the first time counts. */
  settle(response?: Pick<AssistantMessage, "usage" | "cost">): void;
}

export type Charged = Charge | { readonly kind: "limit"; readonly limit: Limit };

export interface ChargeOptions {
  readonly signal: AbortSignal;
  /** What it takes besides. */
  readonly more?: Amounts;
  /** Is told of a response whose cost is not known although there is a limit to it. */
  readonly unpriced: (reference: string) => void;
}

/** Keeps room for a request: its input at its dearest, and all the output that it may have. */
export const charge = async (ledger: Ledger, expected: Expected, { signal, more, unpriced }: ChargeOptions): Promise<Charged> => {
  const { info, inputTokens, outputTokens } = expected;
  const input = ledger.limits("usd") || ledger.limits("tokens") ? inputTokens() : 0;
  const usd = mostCostOf(input, outputTokens, info.price) ?? 0;
  const reserved = await ledger.reserve({ usd, tokens: input + outputTokens, ...more }, signal);
  if (reserved.kind === "limit") return reserved;
  return {
    kind: "reserved",
    settle(response) {
      if (response === undefined) return reserved.settle();
      const { usage, cost } = response;
      reserved.settle({ usd: cost ?? 0, tokens: contextTokens(usage), ...more });
      if (cost === undefined && ledger.limits("usd")) unpriced(info.reference);
    },
  };
};

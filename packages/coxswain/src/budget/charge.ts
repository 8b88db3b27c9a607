import type { Limit } from "../loop/index.ts";
import { type AssistantMessage, contextTokens, type ModelInfo, mostCostOf } from "../model/index.ts";
import type { Amounts } from "./amounts.ts";
import type { Ledger } from "./ledger.ts";

/** A request before it is sent. */
export interface Expected {
  readonly info: ModelInfo;
  /** Called only if a limit needs it. */
  readonly inputTokens: () => number;
  readonly outputTokens: number;
}

/** A reservation for a request. */
export interface Charge {
  readonly kind: "reserved";
  /** Charges a complete response, or nothing without one. Later calls do nothing. */
  settle(response?: Pick<AssistantMessage, "usage" | "cost">): void;
}

export type Charged = Charge | { readonly kind: "limit"; readonly limit: Limit };

export interface ChargeOptions {
  readonly signal: AbortSignal;
  /** Additional amounts. */
  readonly more?: Amounts;
  /** Called for a response of unknown cost. */
  readonly unpriced: (reference: string) => void;
}

/** Reserves budget for a request: its input at the highest price, and its maximum output. */
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
      if (cost === undefined) unpriced(info.reference);
    },
  };
};

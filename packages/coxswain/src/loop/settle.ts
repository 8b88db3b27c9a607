import type { Clock } from "./ports.ts";

/** Milliseconds that an action has after an abort to end by itself: what it says in that time is kept. */
const GRACE = 50;

export type Settled<Value> =
  | { readonly kind: "value"; readonly value: Value }
  /** It was aborted and did not end in time. */
  | { readonly kind: "left" };

/**
 * Waits for an action of somebody else's; after an abort only a moment longer.
 * @throws what the action throws
 */
export const settle = <Value>(action: () => Promise<Value>, signal: AbortSignal, clock: Clock): Promise<Settled<Value>> =>
  new Promise((resolve, reject) => {
    const leave = (): void => void clock.sleep(GRACE).then(() => resolve({ kind: "left" }));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    start(action)
      .finally(() => signal.removeEventListener("abort", leave))
      .then((value) => resolve({ kind: "value", value }), reject);
  });

/** An action that throws before its first await is one that rejects. */
const start = async <Value>(action: () => Promise<Value>): Promise<Value> => action();

import type { Clock } from "./ports.ts";

/** Milliseconds that a tool has after an abort to end by itself: what it says in that time is kept. */
const GRACE = 50;

export type Settled<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "error"; readonly error: unknown }
  /** It was aborted and did not end in time. */
  | { readonly kind: "left" };

/** Waits for an action; after an abort only a moment longer. */
export const settle = <Value>(action: () => Promise<Value>, signal: AbortSignal, clock: Clock): Promise<Settled<Value>> =>
  new Promise((resolve) => {
    const leave = (): void => void clock.sleep(GRACE).then(() => end({ kind: "left" }));
    const end = (settled: Settled<Value>): void => {
      signal.removeEventListener("abort", leave);
      resolve(settled);
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    start(action).then(
      (value) => end({ kind: "value", value }),
      (error: unknown) => end({ kind: "error", error }),
    );
  });

/** An action that throws before its first await is one that rejects. */
const start = async <Value>(action: () => Promise<Value>): Promise<Value> => action();

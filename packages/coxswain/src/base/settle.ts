import type { Clock } from "./clock.ts";

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
    const stay = async (): Promise<Settled<Value>> => {
      try {
        return { kind: "value", value: await action() };
      } finally {
        signal.removeEventListener("abort", leave);
      }
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    stay().then(resolve, reject);
  });

import type { Clock } from "./clock.ts";

/** What it comes to; undefined as soon as the signal aborts. @throws what it throws until then */
export const orAborted = <Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    coming.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });

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

/**
 * Hands each part of a stream to `take`, until the stream ends or the signal aborts. A stream that does not heed the
 * signal is left behind: nothing of it is taken any more.
 * @returns whether it came to its end
 * @throws what the stream or `take` throws
 */
export const consume = <Part>(stream: AsyncIterable<Part>, signal: AbortSignal, take: (part: Part) => void): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(false);
    const iterator = stream[Symbol.asyncIterator]();
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      signal.removeEventListener("abort", abandon);
      settle();
    };
    const abandon = (): void => {
      void leave(iterator);
      end(() => resolve(false));
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const step = (result: IteratorResult<Part>): void => {
      if (over) return;
      if (result.done === true) return end(() => resolve(true));
      try {
        take(result.value);
      } catch (error) {
        void leave(iterator);
        return fail(error);
      }
      pull();
    };
    const pull = (): void => {
      try {
        // One continuation a part and no race: a stream has tens of thousands of parts.
        iterator.next().then(step, fail);
      } catch (error) {
        fail(error);
      }
    };
    signal.addEventListener("abort", abandon, { once: true });
    pull();
  });

/** Whatever leaving does, nobody waits for it, and it disturbs nobody. */
const leave = async (iterator: AsyncIterator<unknown>): Promise<void> => {
  try {
    await iterator.return?.();
  } catch {
    // It is of no interest any more.
  }
};

/** Resolves when something is over, after so many seconds, or when the signal aborts: whichever is first. */
export const waitFor = async (seconds: number, over: Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> => {
  const timer = new AbortController();
  const stop = (): void => timer.abort();
  if (signal.aborted) return;
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([over, clock.sleep(seconds * 1_000, timer.signal).catch(() => undefined)]);
  signal.removeEventListener("abort", stop);
  timer.abort();
};

/**
 * Waits until all have ended, also when one of them fails: what follows then finds none of them still at work.
 * @throws what the first of them threw
 */
export const waitForAll = async <Value>(actions: readonly Promise<Value>[]): Promise<readonly Value[]> => {
  if (actions.length === 0) return []; // as in most turns
  const ends = await Promise.allSettled(actions);
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
};

/**
 * Somebody else's code is given the promise: whoever awaits it has its rejection, and one that is not awaited is nobody's, which would end the process and
 * all sessions in it.
 */
export const withHandledRejection =
  <Given extends readonly unknown[], Value>(act: (...given: Given) => Promise<Value>) =>
  (...given: Given): Promise<Value> => {
    const promise = act(...given);
    promise.catch(() => undefined);
    return promise;
  };

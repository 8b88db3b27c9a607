import type { Clock } from "./clock.ts";

/** Settles as the promise does, or resolves to undefined as soon as the signal aborts. */
export const orAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> =>
  abandonable<Value | undefined>(promise, signal, (resolve) => resolve(undefined));

/** Settles as the promise does, or rejects as soon as the signal aborts. Default of `error`: the signal's reason. */
export const unlessAborted = <Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  error: () => unknown = () => signal.reason,
): Promise<Value> => abandonable(promise, signal, (_, reject) => reject(error()));

const abandonable = <Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  settleAborted: (resolve: (value: Value) => void, reject: (error: unknown) => void) => void,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abandon = (): void => settleAborted(resolve, reject);
    if (signal.aborted) abandon();
    else signal.addEventListener("abort", abandon, { once: true });
    promise.finally(() => signal.removeEventListener("abort", abandon)).then(resolve, reject);
  });

/** Milliseconds that an action may still take after an abort, so that its result counts. */
const GRACE = 50;

export type Settled<Value> =
  | { readonly kind: "value"; readonly value: Value }
  /** The signal aborted, and the action did not end in time. */
  | { readonly kind: "left" };

/**
 * Waits for an action; after an abort only for a short grace period.
 * @throws errors of the action
 */
export const settle = <Value>(action: () => Promise<Value>, signal: AbortSignal, clock: Clock): Promise<Settled<Value>> =>
  new Promise((resolve, reject) => {
    const abandon = (): void => void clock.sleep(GRACE).then(() => resolve({ kind: "left" }));
    const act = async (): Promise<Settled<Value>> => {
      try {
        return { kind: "value", value: await action() };
      } finally {
        signal.removeEventListener("abort", abandon);
      }
    };
    if (signal.aborted) abandon();
    else signal.addEventListener("abort", abandon, { once: true });
    act().then(resolve, reject);
  });

/**
 * Passes each part of a stream to `take` until the stream ends or the signal aborts. A stream that ignores the signal is
 * abandoned: none of its later parts is taken.
 * @returns true at the end of the stream; false after an abort
 * @throws errors of the stream or of `take`
 */
export const consume = <Part>(stream: AsyncIterable<Part>, signal: AbortSignal, take: (part: Part) => void): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(false);
    const iterator = stream[Symbol.asyncIterator]();
    let ended = false;
    const end = (resolveOrReject: () => void): void => {
      if (ended) return;
      ended = true;
      signal.removeEventListener("abort", abandon);
      resolveOrReject();
    };
    const abandon = (): void => {
      void closeQuietly(iterator);
      end(() => resolve(false));
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const step = (result: IteratorResult<Part>): void => {
      if (ended) return;
      if (result.done === true) return end(() => resolve(true));
      try {
        take(result.value);
      } catch (error) {
        void closeQuietly(iterator);
        return fail(error);
      }
      pull();
    };
    const pull = (): void => {
      try {
        // One continuation per part and no race: a stream has tens of thousands of parts.
        iterator.next().then(step, fail);
      } catch (error) {
        fail(error);
      }
    };
    signal.addEventListener("abort", abandon, { once: true });
    pull();
  });

/** Closes an iterator without waiting for it; a failure of its `return` is ignored. */
const closeQuietly = async (iterator: AsyncIterator<unknown>): Promise<void> => {
  try {
    await iterator.return?.();
  } catch {
    // The stream has already been abandoned.
  }
};

/** Resolves with the promise, at the timeout, or when the signal aborts: whichever comes first. */
export const waitFor = async (seconds: number, promise: Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> => {
  const timer = new AbortController();
  const stop = (): void => timer.abort();
  if (signal.aborted) return;
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([promise, clock.sleep(seconds * 1_000, timer.signal).catch(() => undefined)]);
  signal.removeEventListener("abort", stop);
  timer.abort();
};

/**
 * Waits until all promises have settled, even if one of them rejects, so that none is still pending afterwards.
 * @throws the first rejection, in the order of the list
 */
export const waitForAll = async <Value>(promises: readonly Promise<Value>[]): Promise<readonly Value[]> => {
  if (promises.length === 0) return []; // as in most turns
  const results = await Promise.allSettled(promises);
  return results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
};

/**
 * Wraps a function whose promises go to code that may not await them. Callers that await still get the rejection; without
 * this, an unawaited rejection would end the process and every session in it.
 */
export const withHandledRejection =
  <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
  (...args: Args): Promise<Value> => {
    const promise = act(...args);
    promise.catch(() => undefined);
    return promise;
  };

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

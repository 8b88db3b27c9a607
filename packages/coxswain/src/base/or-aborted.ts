/** What it comes to; undefined as soon as the signal aborts. @throws what it throws until then */
export const orAborted = <Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    coming.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });

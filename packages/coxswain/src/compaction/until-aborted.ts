import { ModelError } from "../model/index.ts";

/** What somebody else's code comes to; once the signal aborts, that is not waited for. @throws {ModelError} of code `aborted` */
export const untilAborted = <Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new ModelError("aborted", "The summary was aborted."));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    coming.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });

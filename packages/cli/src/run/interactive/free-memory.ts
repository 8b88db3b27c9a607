import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Session } from "coxswain";

/** Milliseconds after a run before memory is freed: the user may start the next run at once. */
const QUIET = 3000;
/** Resident bytes below which nothing is done, and that must have come since the last time. */
const LEAST = 90 * 2 ** 20;
const GROWN = 8 * 2 ** 20;

/**
 * Collects garbage after runs that left much of it. A session is idle for most of its time, and V8 starts no collection while
 * nothing is allocated: a long answer left 60 MB for hours. A collection takes up to 0.2 s, so it waits for a pause.
 */
export const freeMemoryAfterRuns = (session: Pick<Session, "events" | "isBusy">): Disposable => {
  const ends = session.events({ types: ["run_end"] });
  let timer: NodeJS.Timeout | undefined;
  let before = 0;
  const free = (): void => {
    const resident = process.memoryUsage.rss();
    if (session.isBusy || resident < Math.max(LEAST, before + GROWN)) return;
    collectGarbage();
    before = process.memoryUsage.rss();
  };
  void (async () => {
    for await (const _ of ends) {
      clearTimeout(timer);
      timer = setTimeout(free, QUIET).unref();
    }
  })();
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      void ends.return?.(undefined);
    },
  };
};

/** Collects all garbage now. Only a context that is made after the flag was set has the function. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // The last resort also returns free pages to the system.
  if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
};

import type { FrameTimer } from "./frame-timer.ts";

/** A timer whose time passes only when the test lets it. */
export const manualTimer = (): FrameTimer & { advance(ms: number): Promise<void> } => {
  let time = 0;
  const calls: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    after(delay, run) {
      const call = { at: time + delay, run };
      calls.push(call);
      return () => {
        const index = calls.indexOf(call);
        if (index >= 0) calls.splice(index, 1);
      };
    },
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        const next = calls.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        calls.splice(calls.indexOf(next), 1);
        time = Math.max(time, next.at);
        next.run();
        // Its continuations may set the next call.
        await Promise.resolve();
      }
      time = end;
    },
  };
};

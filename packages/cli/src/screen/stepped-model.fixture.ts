import { scriptedModel } from "coxswain";
import type { ScriptedModel } from "coxswain/providers";

export interface SteppedModel extends ScriptedModel {
  /** Streams a delta of the answer. */
  write(delta: string): void;
  /** Ends the answer. */
  end(): void;
}

/** A model whose only answer streams as the test writes it. */
export const steppedModel = (): SteppedModel => {
  const inner = scriptedModel([]);
  const deltas: string[] = [];
  let isDone = false;
  let { promise: more, resolve: wake } = Promise.withResolvers<void>();
  const next = (): void => {
    wake();
    ({ promise: more, resolve: wake } = Promise.withResolvers<void>());
  };
  return {
    ...inner,
    async *stream() {
      yield { type: "text_start", id: "t" };
      while (!isDone || deltas.length > 0) {
        const delta = deltas.shift();
        if (delta === undefined) await more;
        else yield { type: "text_delta", id: "t", delta };
      }
      yield { type: "text_end", id: "t" };
      yield { type: "finish", stop: "stop", usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 } };
    },
    write(delta) {
      deltas.push(delta);
      next();
    },
    end() {
      isDone = true;
      next();
    },
  };
};

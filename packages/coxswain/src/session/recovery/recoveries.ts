import type { Recovery } from "../../loop/index.ts";

/** Combines recoveries: the first with a remedy for a failure handles it. */
export const recoveries = (...list: readonly Recovery[]): Recovery => ({
  begin() {
    const attempts = list.map((recovery) => recovery.begin());
    return {
      remedyFor(error) {
        for (const attempt of attempts) {
          const remedy = attempt.remedyFor(error);
          if (remedy !== undefined) return remedy;
        }
        return undefined;
      },
      end: (succeeded) => attempts.forEach((attempt) => attempt.end(succeeded)),
    };
  },
});

import type { Recovery } from "../../loop/index.ts";

/** Many ways to help as one: the first that knows a remedy for a failure has its try. */
export const recoveries = (...ways: readonly Recovery[]): Recovery => ({
  begin() {
    const attempts = ways.map((way) => way.begin());
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

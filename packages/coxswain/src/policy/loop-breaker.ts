import type { CallResult, StopCondition } from "../loop/index.ts";

/** How often one call with one result may come, within how many turns. */
const MOST = 5;
const WITHIN = 10;

/** Ends a run in which one call with one result comes back more than 5 times within 10 turns, whoever approved it. */
export const loopBreaker = (): StopCondition => () => {
  const turns = new Map<string, number[]>();
  return ({ turn, results }) => {
    for (const { call, result } of results) {
      const key = keyOf({ call, result });
      const recent = [...(turns.get(key) ?? []).filter((earlier) => earlier > turn - WITHIN), turn];
      turns.set(key, recent);
      if (recent.length > MOST) {
        return {
          name: "loop",
          message: `The run ended: ${call.name} came back with the same result ${recent.length} times within ${WITHIN} turns.`,
        };
      }
    }
    return undefined;
  };
};

const keyOf = ({ call, result }: CallResult): string => JSON.stringify([call.name, call.input, result.content]);

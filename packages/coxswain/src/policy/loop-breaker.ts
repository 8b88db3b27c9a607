import type { CallResult, StopCondition } from "../loop/index.ts";

/** How often one call with one result may come, within how many turns. */
const MOST = 5;
const WITHIN = 10;

/** Ends a run in which one call with one result comes back more than 5 times within 10 turns, whoever approved it. */
export const loopBreaker = (): StopCondition => () => {
  // Of the last turns alone: results are large, and runs long.
  let recent: { readonly turn: number; readonly key: string }[] = [];
  return ({ turn, results }) => {
    recent = recent.filter((earlier) => earlier.turn > turn - WITHIN);
    for (const { call, result } of results) {
      const key = keyOf({ call, result });
      recent.push({ turn, key });
      const times = recent.filter((earlier) => earlier.key === key).length;
      if (times > MOST) {
        return {
          name: "loop",
          message: `The run ended: ${call.name} came back with the same result ${times} times within ${WITHIN} turns.`,
        };
      }
    }
    return undefined;
  };
};

const keyOf = ({ call, result }: CallResult): string => JSON.stringify([call.name, inOrder(call.input), result.content]);

/** The same arguments are the same, in whatever order they are written. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => [name, inOrder(field)]);
};

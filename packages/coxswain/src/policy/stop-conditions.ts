import type { CallResult, StopCondition, TurnReport } from "../loop/index.ts";

/** Ends a run that would continue after its `max`th turn. 0: never. */
export const turnCap =
  (max: number): StopCondition =>
  () =>
  ({ turn }) =>
    max > 0 && turn >= max ? { name: "turns", message: `The run reached its limit of ${max} turns.` } : undefined;

/** Limit of equal calls with equal results within a number of turns. */
const MAX_REPEATS = 5;
const REPEAT_WINDOW = 10;

/** Ends a run that repeats one call with one result more than 5 times within 10 turns, regardless of approvals. */
export const loopBreaker = (): StopCondition => () => {
  // Only the last turns, because results are large and runs long.
  let recent: { readonly turn: number; readonly key: string }[] = [];
  return ({ turn, results }) => {
    recent = recent.filter((earlier) => earlier.turn > turn - REPEAT_WINDOW);
    for (const { call, result } of results) {
      const key = keyOf({ call, result });
      recent.push({ turn, key });
      const times = recent.filter((earlier) => earlier.key === key).length;
      if (times > MAX_REPEATS) {
        return {
          name: "loop",
          message: `The run ended: ${call.name} returned the same result ${times} times within ${REPEAT_WINDOW} turns.`,
        };
      }
    }
    return undefined;
  };
};

const keyOf = ({ call, result }: CallResult): string => JSON.stringify([call.name, sortKeys(call.input), result.content]);

/** Sorts object keys, so that the order of arguments does not matter. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => [name, sortKeys(field)]);
};

/** Limit of consecutive turns. */
const MAX_UNREADABLE_TURNS = 3;

/**
 * Ends a run in which, 3 turns in a row, every call was rejected because its arguments are not JSON or were truncated. A
 * model that repeats this after two error results does not recover, and each attempt costs a response.
 */
export const unreadableCalls = (): StopCondition => () => {
  let turns = 0;
  return (report) => {
    turns = isUnreadable(report) ? turns + 1 : 0;
    if (turns < MAX_UNREADABLE_TURNS) return undefined;
    return { name: "loop", message: `The run ended: ${MAX_UNREADABLE_TURNS} turns in a row no call had readable arguments.` };
  };
};

const isUnreadable = ({ message, results }: TurnReport): boolean =>
  results.length > 0 && results.every(isInvalid) && (message.stop === "length" || results.some(hasText));

const isInvalid = ({ result }: CallResult): boolean => result.reason === "invalid_input";

/** Arguments that are not JSON are a string. */
const hasText = ({ call }: CallResult): boolean => typeof call.input === "string";

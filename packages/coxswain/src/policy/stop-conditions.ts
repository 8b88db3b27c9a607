import type { CallResult, StopCondition, TurnReport } from "../loop/index.ts";

/** Ends a run that would go on after its `max`th turn. 0: never. */
export const turnCap =
  (max: number): StopCondition =>
  () =>
  ({ turn }) =>
    max > 0 && turn >= max ? { name: "turns", message: `The run reached its limit of ${max} turns.` } : undefined;

/** How often one call with one result may come, within how many turns. */
const MAX_REPEATS = 5;
const REPEAT_WINDOW = 10;

/** Ends a run in which one call with one result comes back more than 5 times within 10 turns, whoever approved it. */
export const loopBreaker = (): StopCondition => () => {
  // Of the last turns alone: results are large, and runs long.
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
          message: `The run ended: ${call.name} came back with the same result ${times} times within ${REPEAT_WINDOW} turns.`,
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

/** How many turns in a row. */
const MAX_UNREADABLE_TURNS = 3;

/**
 * Ends a run in which, 3 turns in a row, no call came to anything because its arguments are no JSON or were cut off: a model
 * that has been told so twice does not get it right by being told again, and each try costs an answer.
 */
export const unreadableCalls = (): StopCondition => () => {
  let turns = 0;
  return (report) => {
    turns = isUnreadable(report) ? turns + 1 : 0;
    if (turns < MAX_UNREADABLE_TURNS) return undefined;
    return { name: "loop", message: `The run ended: ${MAX_UNREADABLE_TURNS} turns in a row no call had arguments that can be read.` };
  };
};

const isUnreadable = ({ message, results }: TurnReport): boolean =>
  results.length > 0 && results.every(isInvalid) && (message.stop === "length" || results.some(hasText));

const isInvalid = ({ result }: CallResult): boolean => result.reason === "invalid_input";

/** Arguments that are no JSON stay as the model wrote them. */
const hasText = ({ call }: CallResult): boolean => typeof call.input === "string";

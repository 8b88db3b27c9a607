import type { CallResult, StopCondition, TurnReport } from "../loop/index.ts";

/** How many turns in a row. */
const MOST = 3;

/**
 * Ends a run in which, 3 turns in a row, no call came to anything because its arguments are no JSON or were cut off: a model
 * that has been told so twice does not get it right by being told again, and each try costs an answer.
 */
export const unreadableCalls = (): StopCondition => () => {
  let turns = 0;
  return (report) => {
    turns = isUnreadable(report) ? turns + 1 : 0;
    if (turns < MOST) return undefined;
    return { name: "loop", message: `The run ended: ${MOST} turns in a row no call had arguments that can be read.` };
  };
};

const isUnreadable = ({ message, results }: TurnReport): boolean =>
  results.length > 0 && results.every(isInvalid) && (message.stop === "length" || results.some(hasText));

const isInvalid = ({ result }: CallResult): boolean => result.reason === "invalid_input";

/** Arguments that are no JSON stay as the model wrote them. */
const hasText = ({ call }: CallResult): boolean => typeof call.input === "string";

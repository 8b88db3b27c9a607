import type { Entry } from "../log/index.ts";
import type { ModelInfo } from "../model/index.ts";
import { type ToldMessage, toldMessages } from "./told-messages.ts";

/**
 * What was said on a branch behind the last entry that it shares with another: its messages from there to its end, as the model
 * was told them last. Empty where nothing was. Both paths from their first entry that is at hand.
 */
export const branchMessages = (left: readonly Entry[], taken: readonly Entry[], model: ModelInfo): readonly ToldMessage[] => {
  const shared = new Set(taken.map(({ id }) => id));
  return toldMessages(left, { model }).told.filter(({ entry }) => entry !== undefined && !shared.has(entry.id));
};

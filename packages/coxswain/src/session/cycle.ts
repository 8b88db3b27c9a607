import { clampThinking, type ModelInfo, type Models, type Thinking, THINKING_LEVELS } from "../model/index.ts";
import type { Session } from "./session.ts";

export type Direction = "forward" | "backward";

/**
 * Goes to the next model of those that can be asked now, around the end. The model that there is when there is no
 * other; undefined when there is none at all.
 */
export const cycleModel = async (session: Session, models: Models, direction: Direction = "forward"): Promise<ModelInfo | undefined> => {
  const available = (await models.list()).filter((entry) => entry.available).map(({ info }) => info);
  const at = available.findIndex(({ reference }) => reference === session.state.model);
  const next = neighbour(available, at, direction);
  if (next !== undefined && next.reference !== session.state.model) await session.set({ model: next.reference });
  return next;
};

/** Goes to the next level of thinking that the model has, around the end. */
export const cycleThinking = async (session: Session, info: ModelInfo, direction: Direction = "forward"): Promise<Thinking> => {
  const levels = THINKING_LEVELS.filter((level) => info.thinking.includes(level));
  const next = neighbour(levels, levels.indexOf(clampThinking(session.state.thinking, levels)), direction) ?? "off";
  if (next !== session.state.thinking) await session.set({ thinking: next });
  return next;
};

const neighbour = <Item>(items: readonly Item[], at: number, direction: Direction): Item | undefined => {
  if (at < 0) return items[0];
  return items[(at + (direction === "forward" ? 1 : items.length - 1)) % items.length];
};

import { clampThinking, type ModelInfo, type Models, type ScopedModel, type Thinking, THINKING_LEVELS } from "../../model/index.ts";
import type { Session } from "../session.ts";

export type Direction = "forward" | "backward";

/**
 * Goes to the next model of those that can be asked now, around the end; with a scope only through its models, each with
 * the level of thinking that the scope says of it. The model that there is when there is no other; undefined when there is
 * none at all. From a model outside of the scope it goes to the first.
 */
export const cycleModel = async (
  session: Session,
  models: Models,
  direction: Direction = "forward",
  scope?: readonly ScopedModel[],
): Promise<ModelInfo | undefined> => {
  const available = (await models.list()).filter((entry) => entry.available);
  const open = new Set(available.map(({ info }) => info.reference));
  const candidates: readonly ScopedModel[] = scope === undefined ? available : scope.filter(({ info }) => open.has(info.reference));
  const { model, thinking } = session.state;
  const at = candidates.findIndex(({ info }) => info.reference === model);
  const next = neighbour(candidates, at, direction);
  if (next === undefined) return undefined;
  const change = {
    ...(next.info.reference === model ? {} : { model: next.info.reference }),
    ...(next.thinking === undefined || next.thinking === thinking ? {} : { thinking: next.thinking }),
  };
  if (Object.keys(change).length > 0) await session.set(change);
  return next.info;
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

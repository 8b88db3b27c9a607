import { type ContextUsage, contextUsage, type Models } from "../../model/index.ts";
import type { Session } from "../session.ts";

/**
 * How full a session's context window is now, by its last response: tokens used and in all, and percent, 0 unused and 100
 * full. It may be running, and is not waited for; it may have been opened a moment ago, and have asked nothing yet.
 */
export const contextUsageOf = async (session: Session, models: Pick<Models, "list">): Promise<ContextUsage> => {
  const { model, usage } = session.state;
  const known = (await models.list()).find(({ info }) => info.reference === model);
  return contextUsage(usage.last, known?.info.contextWindow);
};

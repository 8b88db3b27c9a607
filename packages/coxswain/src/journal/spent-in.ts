import type { Entry } from "../log/index.ts";
import { isAgentUsage } from "./agent-usage-entry.ts";
import { responseIn, spent, type Spent } from "./response-in.ts";

/** What counts for a session of what an entry says: a response of its own, or of an agent below it. */
export const spentIn = (entry: Entry): Spent | undefined => (isAgentUsage(entry) ? spent(entry) : responseIn(entry));

import { isReset, isShell } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { contextTokens, estimateMessageTokens, estimateTextTokens, estimateToolTokens, type ModelRequest } from "../model/index.ts";

type Prefix = Pick<ModelRequest, "system" | "tools">;

/**
 * How many tokens the next request of a path has: what the last whole response was told to have taken, and an estimate of
 * what came after it; before there is one, an estimate of all. `prefix` is what comes before the messages.
 */
export const contextTokensOf = (path: readonly Entry[], prefix: () => Prefix): number => {
  let since = 0;
  // From the end: what it costs does not grow with the session.
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const entry = path[at] as Entry;
    if (isReset(entry)) break;
    const measured = measuredBy(entry);
    if (measured > 0) return measured + since;
    since += estimateOf(entry);
  }
  return since + prefixTokens(prefix());
};

/** Some providers tell no usage: 0 then. */
const measuredBy = (entry: Entry): number =>
  isMessage(entry) && entry.message.role === "assistant" && entry.message.streamError === undefined
    ? contextTokens(entry.message.usage)
    : 0;

const estimateOf = (entry: Entry): number => {
  if (isShell(entry)) return entry.include ? estimateTextTokens(entry.command) + estimateTextTokens(entry.output) : 0;
  if (!isMessage(entry)) return 0;
  const { message } = entry;
  return message.role === "assistant" && message.streamError !== undefined ? 0 : estimateMessageTokens(message);
};

const prefixTokens = ({ system, tools }: Prefix): number => {
  const sections = system.reduce((sum, section) => sum + estimateTextTokens(section), 0);
  return tools.reduce((sum, tool) => sum + estimateToolTokens(tool), sections);
};

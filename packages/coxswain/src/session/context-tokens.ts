import { isCompaction, isReset, isUncompact } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import {
  type AssistantMessage,
  contextTokens,
  estimateMessageTokens,
  estimateTextTokens,
  estimateToolTokens,
  type ModelRequest,
} from "../model/index.ts";

/** What of a request takes room in the window. */
export type Sent = Pick<ModelRequest, "system" | "messages" | "tools">;

/**
 * How many tokens the next request of a path has: what the last whole response was told to have taken, and an estimate of
 * what is sent after it; before there is one, an estimate of all. `request` is what the path is sent as.
 */
export const contextTokensOf = (path: readonly Entry[], request: () => Sent): number => {
  const measured = lastMeasured(path);
  return measured === undefined ? estimateRequestTokens(request()) : contextTokens(measured.usage) + sinceMeasured(request().messages);
};

export const estimateRequestTokens = ({ system, messages, tools }: Sent): number => {
  const sections = system.reduce((sum, section) => sum + estimateTextTokens(section), 0);
  const specs = tools.reduce((sum, tool) => sum + estimateToolTokens(tool), sections);
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), specs);
};

/** Looked for from the end, as far as what is told has only grown: what it costs does not grow with the session. */
const lastMeasured = (path: readonly Entry[]): AssistantMessage | undefined => {
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const entry = path[at] as Entry;
    if (isReset(entry) || isCompaction(entry) || isUncompact(entry)) return undefined;
    if (isMessage(entry) && isMeasured(entry.message)) return entry.message;
  }
  return undefined;
};

const sinceMeasured = (messages: Sent["messages"]): number => {
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at] as Sent["messages"][number];
    if (isMeasured(message)) break;
    tokens += estimateMessageTokens(message);
  }
  return tokens;
};

/** Some providers tell no usage: 0 then. A response that broke off is not sent again. */
const isMeasured = (message: Sent["messages"][number]): message is AssistantMessage =>
  message.role === "assistant" && message.streamError === undefined && contextTokens(message.usage) > 0;

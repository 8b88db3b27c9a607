import { estimateMessageTokens, estimateTextTokens, estimateToolTokens, type ModelInfo, type ModelRequest } from "../model/index.ts";
import type { ConversationMessage } from "./invariant.ts";

/** How many tokens a message is, by estimate. */
export type MessageTokens = (message: ConversationMessage) => number;

/** Estimates, each message once: one for a session's life. It holds nothing alive. */
export const messageTokens = (): MessageTokens => {
  const known = new WeakMap<ConversationMessage, number>();
  return (message) => {
    let tokens = known.get(message);
    if (tokens === undefined) known.set(message, (tokens = estimateMessageTokens(message)));
    return tokens;
  };
};

/** How many tokens stand before the messages of a request, by estimate. */
const prefixTokens = ({ system, tools }: Pick<ModelRequest, "system" | "tools">): number => {
  const sections = system.reduce((sum, section) => sum + estimateTextTokens(section), 0);
  return tools.reduce((sum, tool) => sum + estimateToolTokens(tool), sections);
};

/** How many tokens a whole request has, by estimate. */
export const requestTokens = (request: Pick<ModelRequest, "system" | "messages" | "tools">, tokens: MessageTokens): number =>
  request.messages.reduce((sum, message) => sum + tokens(message), prefixTokens(request));

/** Whether a request of so many tokens can be made with room for an answer of `output`. Always, where the window is not known. */
export const fits = (tokens: number, { contextWindow = 0 }: Pick<ModelInfo, "contextWindow">, output = 0): boolean =>
  contextWindow <= 0 || tokens + output <= contextWindow;

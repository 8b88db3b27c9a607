import { estimateMessageTokens, estimateTextTokens, estimateToolTokens, type ModelInfo, type ModelRequest } from "../model/index.ts";
import type { ConversationMessage } from "./invariant.ts";

/** Returns the estimated tokens of a message. */
export type MessageTokens = (message: ConversationMessage) => number;

/** Creates an estimator that caches the result of each message. Use one per session; it holds messages weakly. */
export const messageTokens = (): MessageTokens => {
  const cache = new WeakMap<ConversationMessage, number>();
  return (message) => {
    let tokens = cache.get(message);
    if (tokens === undefined) cache.set(message, (tokens = estimateMessageTokens(message)));
    return tokens;
  };
};

/** Returns the estimated tokens before a request's messages. */
const prefixTokens = ({ system, tools }: Pick<ModelRequest, "system" | "tools">): number => {
  const sections = system.reduce((sum, section) => sum + estimateTextTokens(section), 0);
  return tools.reduce((sum, tool) => sum + estimateToolTokens(tool), sections);
};

/** Returns the estimated tokens of a whole request. */
export const requestTokens = (request: Pick<ModelRequest, "system" | "messages" | "tools">, tokens: MessageTokens): number =>
  request.messages.reduce((sum, message) => sum + tokens(message), prefixTokens(request));

/**
 * Returns whether a request of `tokens` leaves room for an answer of `output` tokens. Always true when the window is
 * not known.
 */
export const fits = (tokens: number, { contextWindow = 0 }: Pick<ModelInfo, "contextWindow">, output = 0): boolean =>
  contextWindow <= 0 || tokens + output <= contextWindow;

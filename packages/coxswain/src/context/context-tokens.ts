import { isCompaction, isReset, isUncompact } from "./entries.ts";
import { requestTokens } from "./message-tokens.ts";
import { type Entry, entryList, type Path } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { type AssistantMessage, contextTokens, estimateMessageTokens, type ModelRequest, windowUsage } from "../model/index.ts";

/** The parts of a request that occupy the context window. */
export type RequestContent = Pick<ModelRequest, "system" | "messages" | "tools">;

/**
 * Returns the token count of the next request of a path: the reported usage of the last complete response, plus an
 * estimate of everything after it. Before the first response, the whole request is estimated. `request` returns the
 * path as it is sent.
 */
export type ContextSize = (path: Path, request: () => RequestContent) => number;

/**
 * Creates a counter for successive requests, in time linear in the new entries. A message list that is the same array
 * must only have grown, as a projection's does.
 */
export const contextSize = (): ContextSize => {
  const measuredOn = measurements();
  const estimate = estimates();
  return (path, request) => {
    const measured = measuredOn(path);
    return measured === undefined ? estimate(request()) : contextTokens(windowUsage(measured)) + sinceMeasured(request().messages);
  };
};

/** Counts the tokens of a single request. */
export const contextTokensOf = (path: readonly Entry[], request: () => RequestContent): number => contextSize()(entryList(path), request);

/**
 * Returns the last complete response whose reported usage still applies: nothing that it covers has been removed since.
 */
export const lastMeasured = (path: readonly Entry[]): AssistantMessage | undefined => measurements()(entryList(path));

export const estimateRequestTokens = (request: RequestContent): number => requestTokens(request, estimateMessageTokens);

const estimates = (): ((request: RequestContent) => number) => {
  let previous: RequestContent["messages"] = [];
  let length = 0;
  let tokens = 0;
  const before = beforeMessages();
  return (request) => {
    const { messages } = request;
    if (messages !== previous || messages.length < length) [previous, length, tokens] = [messages, 0, 0];
    for (; length < messages.length; length += 1) tokens += estimateMessageTokens(messages[length] as RequestContent["messages"][number]);
    return tokens + before(request);
  };
};

/** Estimates the system prompt and the tools, which rarely change from request to request. */
const beforeMessages = (): ((request: RequestContent) => number) => {
  let previous: Pick<RequestContent, "system" | "tools"> = { system: [], tools: [] };
  let tokens = 0;
  return ({ system, tools }) => {
    if (isSame(system, previous.system) && isSame(tools, previous.tools)) return tokens;
    previous = { system, tools };
    tokens = estimateRequestTokens({ system, tools, messages: [] });
    return tokens;
  };
};

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

const measurements = (): ((path: Path) => AssistantMessage | undefined) => {
  let previous: symbol | undefined;
  let length = 0;
  let measured: AssistantMessage | undefined;
  return ({ entries, revision }) => {
    if (revision !== previous || entries.length < length) [previous, length, measured] = [revision, 0, undefined];
    for (let at = entries.length - 1; at >= length; at -= 1) {
      const entry = entries[at] as Entry;
      if (!affectsMeasurement(entry)) continue;
      measured = isMessage(entry) ? (entry.message as AssistantMessage) : undefined;
      break;
    }
    length = entries.length;
    return measured;
  };
};

/** True for entries that affect the measurement: they contain a reported usage, or invalidate an earlier one. */
const affectsMeasurement = (entry: Entry): boolean =>
  isMessage(entry) ? isMeasured(entry.message) : isReset(entry) || isCompaction(entry) || isUncompact(entry);

const sinceMeasured = (messages: RequestContent["messages"]): number => {
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at] as RequestContent["messages"][number];
    if (isMeasured(message)) break;
    tokens += estimateMessageTokens(message);
  }
  return tokens;
};

/** Some providers report no usage, or none of their last pass, which counts as 0. An interrupted response is not sent again. */
const isMeasured = (message: RequestContent["messages"][number]): message is AssistantMessage =>
  message.role === "assistant" && message.streamError === undefined && contextTokens(windowUsage(message)) > 0;

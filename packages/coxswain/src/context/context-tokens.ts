import { isCompaction } from "./compaction-entry.ts";
import { isReset } from "./reset-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";
import { requestTokens } from "./message-tokens.ts";
import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { type AssistantMessage, contextTokens, estimateMessageTokens, type ModelRequest } from "../model/index.ts";

/** What of a request takes room in the window. */
export type RequestContent = Pick<ModelRequest, "system" | "messages" | "tools">;

/**
 * How many tokens the next request of a path has: what the last whole response was told to have taken, and an estimate of
 * what is sent after it; before there is one, an estimate of all. `request` is what the path is sent as.
 */
export type ContextSize = (path: readonly Entry[], request: () => RequestContent) => number;

/** For one request after the other, in time linear in what is new: a path, or a list of messages, that is the same array has only grown. */
export const contextSize = (): ContextSize => {
  const measuredOn = measurements();
  const estimate = estimates();
  return (path, request) => {
    const measured = measuredOn(path);
    return measured === undefined ? estimate(request()) : contextTokens(measured.usage) + sinceMeasured(request().messages);
  };
};

/** The same once. */
export const contextTokensOf: ContextSize = (path, request) => contextSize()(path, request);

/** The last whole response that a path is still measured by: nothing that it was told has been taken away since. */
export const lastMeasured = (path: readonly Entry[]): AssistantMessage | undefined => measurements()(path);

export const estimateRequestTokens = (request: RequestContent): number => requestTokens(request, estimateMessageTokens);

const estimates = (): ((request: RequestContent) => number) => {
  let known: RequestContent["messages"] = [];
  let length = 0;
  let tokens = 0;
  const before = beforeMessages();
  return (request) => {
    const { messages } = request;
    if (messages !== known || messages.length < length) [known, length, tokens] = [messages, 0, 0];
    for (; length < messages.length; length += 1) tokens += estimateMessageTokens(messages[length] as RequestContent["messages"][number]);
    return tokens + before(request);
  };
};

/** Of what stands before the messages, which is mostly the same pieces from request to request. */
const beforeMessages = (): ((request: RequestContent) => number) => {
  let known: Pick<RequestContent, "system" | "tools"> = { system: [], tools: [] };
  let tokens = 0;
  return ({ system, tools }) => {
    if (isSame(system, known.system) && isSame(tools, known.tools)) return tokens;
    known = { system, tools };
    tokens = estimateRequestTokens({ system, tools, messages: [] });
    return tokens;
  };
};

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

const measurements = (): ((path: readonly Entry[]) => AssistantMessage | undefined) => {
  let known: readonly Entry[] = [];
  let length = 0;
  let measured: AssistantMessage | undefined;
  return (path) => {
    if (path !== known || path.length < length) [known, length, measured] = [path, 0, undefined];
    for (let at = path.length - 1; at >= length; at -= 1) {
      const entry = path[at] as Entry;
      if (!says(entry)) continue;
      measured = isMessage(entry) ? (entry.message as AssistantMessage) : undefined;
      break;
    }
    length = path.length;
    return measured;
  };
};

/** Whether an entry says anything of how much is told: as measured, or that what was measured before it counts no more. */
const says = (entry: Entry): boolean =>
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

/** Some providers tell no usage: 0 then. A response that broke off is not sent again. */
const isMeasured = (message: RequestContent["messages"][number]): message is AssistantMessage =>
  message.role === "assistant" && message.streamError === undefined && contextTokens(message.usage) > 0;

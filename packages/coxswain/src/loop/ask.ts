import {
  type AssistantMessage,
  type AssistantPart,
  parseCallArguments,
  costOf,
  type Model,
  ModelError,
  type ModelInfo,
  type ModelRequest,
  NO_USAGE,
  streamOf,
  type StreamPart,
  type ToolCallPart,
  usageFrom,
} from "../model/index.ts";
import { AssistantDraft, type Finish } from "./assistant-draft.ts";
import { consume, settle, errorText } from "../base/index.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import type { Limit } from "./types.ts";
import type { PreparedRequest, Tools } from "./ports.ts";
import type { Scope } from "./scope.ts";

/** The result of requesting a response. Only a `whole` message may have calls, and only its calls may run. */
type Answer =
  | { readonly kind: "whole"; readonly id: string; readonly message: AssistantMessage }
  | { readonly kind: "limit"; readonly limit: Limit }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly error: ModelError };

/** A response that broke off. The log does not contain it yet. */
interface Broken {
  readonly kind: "broken";
  readonly id: string;
  readonly error: ModelError;
  readonly content: readonly AssistantPart[];
  readonly model: string;
}

/**
 * Requests one response from the model, with retries if recovery allows them, and commits it: the complete message, or, if
 * the options require it, the partial message of the last attempt. Earlier attempts leave no entries.
 */
export const ask = async (scope: Scope): Promise<Answer> => {
  const attempts = scope.ports.recovery.begin();
  let answer: Answer | Broken | undefined;
  try {
    answer = await attempt(scope);
    while (answer.kind === "broken") {
      const remedy = attempts.remedyFor(answer.error);
      if (remedy === undefined) return await giveUp(scope, answer);
      const tried = await settle(() => remedy(scope.signal), scope.signal, scope.ports.clock);
      const hopeless = tried.kind === "value" ? tried.value : undefined;
      if (hopeless !== undefined && !scope.signal.aborted) return await giveUp(scope, { ...answer, error: hopeless });
      scope.ports.journal.emit({ type: "message_discard", messageId: answer.id });
      answer = await attempt(scope);
    }
    return answer;
  } finally {
    attempts.end(answer?.kind === "whole");
  }
};

/** Makes one attempt. */
const attempt = async (scope: Scope): Promise<Answer | Broken> => {
  const { context, clock } = scope.ports;
  const prepared = await settle(() => context.prepare(scope.signal), scope.signal, clock);
  if (prepared.kind === "left") return { kind: "aborted" };
  const { value } = prepared;
  if (value.kind === "limit") return scope.signal.aborted ? { kind: "aborted" } : value;
  let answer: Answer | Broken | undefined;
  try {
    answer = scope.signal.aborted ? { kind: "aborted" } : await requestMessage(scope, value);
    return answer;
  } finally {
    value.close(answer?.kind === "whole" ? answer : undefined);
  }
};

const requestMessage = async (scope: Scope, { model, request, onFirstPart }: PreparedRequest): Promise<Answer | Broken> => {
  const { journal, tools, changes } = scope.ports;
  const id = journal.mint();
  const draft = new AssistantDraft(id, (event) => journal.emit(event));
  journal.emit({ type: "message_start", messageId: id, role: "assistant" });

  // A copy: a model may retain its request, and the list of messages grows in place.
  const onCall = (name: string): void => {
    const tool = tools.find(name);
    if (tool?.effect === "execute" && tool.changesFiles !== false) changes?.expect(id);
  };
  const whole = { ...request, messages: [...request.messages], signal: scope.signal };
  const error = await receive(model, whole, draft, { onFirstPart, onCall });
  if (error !== undefined) return { kind: "broken", id, error, content: withoutCalls(draft.content()), model: model.info.reference };
  const message = await wholeMessage(scope, draft, model.info);
  await commit(scope, id, message);
  const { usage, cost } = message;
  journal.emit({ type: "usage", messageId: id, usage, ...(cost === undefined ? {} : { cost }) });
  return { kind: "whole", id, message };
};

/** Ends the attempts: commits the partial message without its calls, or discards it. */
const giveUp = async (scope: Scope, { id, error, content, model }: Broken): Promise<Answer> => {
  const { code } = error;
  const keep = code === "aborted" ? scope.options.onAbort === "keep" : true;
  if (!keep || content.length === 0) scope.ports.journal.emit({ type: "message_discard", messageId: id });
  else {
    const stop = code === "refused" ? "refusal" : "interrupted";
    const streamError = code === "aborted" ? {} : { streamError: { code, message: error.message } };
    await commit(scope, id, { role: "assistant", content, model, stop, usage: NO_USAGE, ...streamError });
  }
  return code === "aborted" ? { kind: "aborted" } : { kind: "failed", error };
};

const NO_FINISH: Finish = { stop: "other", usage: NO_USAGE };

/** Reads a response into the draft. Returns undefined when it is complete, or the error that broke it off. */
const receive = async (
  model: Model,
  request: ModelRequest,
  draft: AssistantDraft,
  { onFirstPart, onCall }: { readonly onFirstPart: () => void; readonly onCall: (tool: string) => void },
): Promise<ModelError | undefined> => {
  const { signal } = request;
  let isFirst = true;
  const take = (part: StreamPart): void => {
    draft.take(part);
    if (part.type === "tool_input_start") onCall(part.name);
    if (isFirst) onFirstPart();
    isFirst = false;
  };
  try {
    await consume(streamOf(model, request), signal, take);
  } catch (error) {
    if (!signal.aborted) return error instanceof ModelError ? error : new ModelError("invalid", errorText(error), { cause: error });
  }
  if (signal.aborted) return new ModelError("aborted", "The run was aborted.");
  if (draft.finish === undefined) return new ModelError("transient", "The model's response was truncated.");
  if (draft.finish.stop === "refusal") return new ModelError("refused", "The model's provider refused to answer this.");
  return undefined;
};

const wholeMessage = async (scope: Scope, draft: AssistantDraft, info: ModelInfo): Promise<AssistantMessage> => {
  const { stop, usage: reported, cost: price, providerData, lastPass } = draft.finish ?? NO_FINISH;
  // Custom models may report invalid numbers, and these are summed and persisted.
  const usage = usageFrom(reported);
  const cost = isCost(price) ? price : costOf(usage, info.price);
  const content = await receiveCalls(draft.content(), scope.ports.tools, scope.callIds);
  return {
    role: "assistant",
    content,
    model: info.reference,
    stop,
    usage,
    ...(providerData === undefined ? {} : { providerData }),
    ...(lastPass === undefined ? {} : { lastPass: usageFrom(lastPass) }),
    ...(cost === undefined ? {} : { cost }),
  };
};

const isCost = (price: number | undefined): price is number => price !== undefined && price >= 0 && price < Infinity;

const commit = async (scope: Scope, id: string, message: AssistantMessage): Promise<void> => {
  const { journal } = scope.ports;
  await journal.append<MessageEntry>(messageDraft(message, scope.runId, id));
  journal.emit({ type: "message_end", messageId: id, message });
};

const withoutCalls = (content: readonly AssistantPart[]): AssistantPart[] => content.filter((part) => part.type !== "tool_call");

/** Providers reject longer tool names, and other characters in them, even in their own model's calls. */
const NAME_LENGTH = 64;

/**
 * Normalizes the calls of a complete response, so that they can be persisted and sent back: ids that are new in the session,
 * names that providers accept, and arguments as JSON, repaired if the model's JSON is almost valid.
 */
export const receiveCalls = async (content: readonly AssistantPart[], tools: Tools, seen: () => Set<string>): Promise<AssistantPart[]> =>
  Promise.all(content.map(async (part) => (part.type === "tool_call" ? receiveCall(part, tools, freshId(part.id, seen())) : part)));

const receiveCall = async (call: ToolCallPart, tools: Tools, id: string): Promise<ToolCallPart> => ({
  ...call,
  id,
  name: validName(call.name, tools),
  input: typeof call.input === "string" ? await parseCallArguments(call.input) : call.input,
});

const freshId = (id: string, seen: Set<string>): string => {
  const base = id === "" ? "call" : id;
  let fresh = base;
  for (let copy = 2; seen.has(fresh); copy++) fresh = `${base}_${copy}`;
  seen.add(fresh);
  return fresh;
};

const validName = (name: string, tools: Tools): string => {
  if (tools.find(name) !== undefined) return name;
  const sameLetters = tools.names().filter((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (sameLetters.length === 1) return sameLetters[0] as string;
  return name.replaceAll(/[^\w-]+/g, "_").slice(0, NAME_LENGTH) || "unnamed";
};

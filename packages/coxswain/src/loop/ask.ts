import {
  type AssistantMessage,
  type AssistantPart,
  contextUsage,
  costOf,
  type Model,
  ModelError,
  type ModelInfo,
  type ModelRequest,
  NO_USAGE,
} from "../model/index.ts";
import { AssistantDraft, type Finish } from "./assistant-draft.ts";
import { consume } from "./consume.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import { receiveCalls } from "./receive-calls.ts";
import type { Scope } from "./scope.ts";
import { settle } from "./settle.ts";

/** What came of asking the model once. Only a `whole` message may have calls, and only its calls may run. */
export type Answer =
  | { readonly kind: "whole"; readonly id: string; readonly message: AssistantMessage }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly error: ModelError };

/** Asks the model for one response and commits it: whole, or what the options say of a broken one. */
export const ask = async (scope: Scope): Promise<Answer> => {
  const { journal, context, clock } = scope.ports;
  const prepared = await settle(() => context.prepare(), scope.signal, clock);
  if (prepared.kind === "left" || scope.signal.aborted) return { kind: "aborted" };

  const { model, request } = prepared.value;
  const id = journal.mint();
  const draft = new AssistantDraft(id, (event) => journal.emit(event));
  journal.emit({ type: "message_start", messageId: id, role: "assistant" });

  const broken = await receive(model, { ...request, signal: scope.signal }, draft);
  if (broken === undefined) {
    const message = await wholeMessage(scope, draft, model.info);
    await commit(scope, id, message);
    tellUsage(scope, id, message, model.info);
    return { kind: "whole", id, message };
  }
  const { code } = broken;
  const keep = code === "aborted" ? scope.options.onAbort === "keep" : true;
  const content = withoutCalls(draft.content());
  if (!keep || content.length === 0) journal.emit({ type: "message_discard", messageId: id });
  else {
    const stop = code === "refused" ? "refusal" : "interrupted";
    const streamError = code === "aborted" ? {} : { streamError: { code, message: broken.message } };
    await commit(scope, id, { role: "assistant", content, model: model.info.reference, stop, usage: NO_USAGE, ...streamError });
  }
  return code === "aborted" ? { kind: "aborted" } : { kind: "failed", error: broken };
};

const NO_FINISH: Finish = { stop: "other", usage: NO_USAGE };

/** Undefined when the response is whole. */
const receive = async (model: Model, request: ModelRequest, draft: AssistantDraft): Promise<ModelError | undefined> => {
  const { signal } = request;
  try {
    await consume(model.stream(request), signal, (part) => draft.take(part));
  } catch (error) {
    if (!signal.aborted) return error instanceof ModelError ? error : new ModelError("invalid", messageOf(error), { cause: error });
  }
  if (signal.aborted) return new ModelError("aborted", "The run was aborted.");
  if (draft.finish === undefined) return new ModelError("transient", "The model's response was cut off.");
  if (draft.finish.stop === "refusal") return new ModelError("refused", "The model's provider refused to answer this.");
  return undefined;
};

const wholeMessage = async (scope: Scope, draft: AssistantDraft, info: ModelInfo): Promise<AssistantMessage> => {
  const { stop, usage, cost = info.price && costOf(usage, info.price) } = draft.finish ?? NO_FINISH;
  const content = await receiveCalls(draft.content(), scope.ports.tools, scope.callIds);
  return { role: "assistant", content, model: info.reference, stop, usage, ...(cost === undefined ? {} : { cost }) };
};

const tellUsage = ({ ports: { journal } }: Scope, id: string, { usage, cost }: AssistantMessage, info: ModelInfo): void => {
  journal.emit({ type: "usage", messageId: id, usage, ...(cost === undefined ? {} : { cost }) });
  journal.emit({ type: "context_usage", ...contextUsage(usage, info.contextWindow) });
};

const commit = async (scope: Scope, id: string, message: AssistantMessage): Promise<void> => {
  const { journal } = scope.ports;
  await journal.append<MessageEntry>(messageDraft(message, scope.runId, id));
  journal.emit({ type: "message_end", messageId: id, message });
};

const withoutCalls = (content: readonly AssistantPart[]): AssistantPart[] => content.filter((part) => part.type !== "tool_call");

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

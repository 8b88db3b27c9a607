import { type AssistantMessage, hasReasoning, type ModelInfo, type ReasoningRule, toolCalls } from "../../model/index.ts";
import type { ConversationMessage, Facts, Invariant, ReasoningPolicy } from "../invariant.ts";
import { withoutModelData, withoutOpaqueData, withoutReasoning } from "../opaque-data.ts";

/**
 * Sends reasoning back only to the model that wrote it: never if its provider refuses it, and otherwise by the session's policy,
 * where `run` includes what the provider demands after the run. Opaque data of another model is removed as well: its signatures
 * and item ids are meaningless elsewhere. Content of a provider goes back to every model of that provider and to no other; the
 * reasoning in its message stays, because providers reject such content without it.
 *
 * This is the only invariant that can change a message later: when its run has ended, or when the model changes.
 */
export const ownReasoning: Invariant = {
  name: "own reasoning",
  enforce: (messages, facts) => messages.map((message) => (message.role === "assistant" ? withOwn(message, facts) : message)),
};

const withOwn = (message: AssistantMessage, facts: Facts): ConversationMessage => {
  const { model, edits } = facts;
  if (message.model !== model.reference) {
    const changes = hasReasoning(message) || message.content.some((part) => part.providerData !== undefined);
    if (!changes) return message;
    return message.model.startsWith(`${model.provider}/`)
      ? edits.once(message, "of another model of the provider", () => withoutModelData(message))
      : edits.once(message, "of another provider", () => withoutOpaqueData(message));
  }
  if (!hasReasoning(message) || goesBack(message, facts.running.has(message), facts)) return message;
  return edits.once(message, "without reasoning", () => withoutReasoning(message));
};

const goesBack = (
  message: AssistantMessage,
  isRunning: boolean,
  { model, reasoning }: { readonly model: ModelInfo; readonly reasoning: ReasoningPolicy },
): boolean => {
  const rule = ruleFor(message, isRunning, model);
  if (reasoning === "never" || rule === "refused") return false;
  return rule === "demanded" || reasoning === "sameModel" || isRunning || message.content.some(({ type }) => type === "provider");
};

const ruleFor = (message: AssistantMessage, isRunning: boolean, { reasoningRules: rules }: ModelInfo): ReasoningRule => {
  if (rules === undefined) return "tolerated";
  if (isRunning) return rules.run;
  return toolCalls(message).length > 0 ? rules.calls : rules.answers;
};

/** Returns whether the end of its run changes a message. */
export const changesAfterRun = (
  message: AssistantMessage,
  request: { readonly model: ModelInfo; readonly reasoning: ReasoningPolicy },
): boolean =>
  message.model === request.model.reference &&
  hasReasoning(message) &&
  goesBack(message, true, request) !== goesBack(message, false, request);

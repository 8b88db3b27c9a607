import { isBranchSummary, isCompaction, isShell, type RepairEntry } from "../context/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { asTyped, type AssistantMessage, textOf, wordsOf, type ToolCallPart, toolCalls, usageFrom } from "../model/index.ts";
import { type AgentUsageEntry, isValidEntry, type ModelChangeEntry, type SetupEntry, type TitleChangeEntry } from "../journal/index.ts";
import type { EntryFacts, EntryReader, Spending } from "../store/index.ts";

/** Extracts the facts that the session index stores: names, searchable text, and the usage of responses. */
export const entryReader: EntryReader = {
  version: 11,
  describe(entry) {
    if (!isValidEntry(entry)) return {};
    if (isMessage(entry)) return ofMessage(entry.message);
    if (isShell(entry)) {
      return {
        texts: [prompt(`${entry.include ? "!" : "!!"}${entry.command}`), { by: "tool", text: entry.output }],
      };
    }
    // A summary repeats content that is indexed elsewhere; only its usage is counted.
    if (isCompaction(entry) || isBranchSummary(entry)) return { spent: spentOn(entry) };
    const fact = entry as SetupEntry | ModelChangeEntry | TitleChangeEntry | RepairEntry | AgentUsageEntry;
    switch (fact.type) {
      case "setup":
        return { model: fact.setup.model, ...(fact.setup.title === undefined ? {} : { title: fact.setup.title }) };
      case "model_change":
        return { model: fact.model };
      case "title_change":
        return { title: fact.title, ...(wasAskedFor(fact) ? { spent: spentOn(fact) } : {}) };
      case "repair":
        return wasAskedFor(fact) ? { spent: spentOn(fact) } : {};
      case "agent_usage":
        return { agent: costIn(fact) };
      default:
        return {};
    }
  },
};

const ofMessage = (message: MessageEntry["message"]): EntryFacts => {
  if (message.role === "user") {
    const words = wordsOf(message);
    // The words of the author are the first text.
    return { message: "user", opening: words, texts: [{ ...prompt(textOf(asTyped(message))), typed: words.length }] };
  }
  const own = { by: message.role, text: textOf(message) };
  if (message.role === "tool") return { message: "tool", texts: [own] };
  const calls = toolCalls(message).map((call) => ({ by: message.role, text: textOfCall(call) }));
  // A message that a plugin wrote on the model's behalf is not a response.
  return { message: message.role, texts: [own, ...calls], ...(message.source === undefined ? { spent: spentOn(message) } : {}) };
};

const prompt = (text: string) => ({ by: "user" as const, text, typed: text.length });

const spentOn = ({ model, usage, cost }: Pick<AssistantMessage, "model" | "usage" | "cost">): Spending => ({
  model,
  ...usageFrom(usage),
  ...costIn({ cost }),
});

/** A cost in a file may be any value. */
const costIn = ({ cost }: { readonly cost?: unknown }): Pick<Spending, "cost"> =>
  typeof cost === "number" && cost >= 0 && cost < Infinity ? { cost } : {};

/** Returns whether a model request produced a fact, such as a title. */
const wasAskedFor = <Fact extends TitleChangeEntry | RepairEntry>(fact: Fact): fact is Fact & Pick<AssistantMessage, "model" | "usage"> =>
  fact.usage !== undefined;

/**
 * Returns the tool's name and the strings in its input. The strings are not encoded as JSON, because its escapes would
 * hide words from the search.
 */
const textOfCall = ({ name, input }: ToolCallPart): string => [name, ...textsIn(input)].join("\n");

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

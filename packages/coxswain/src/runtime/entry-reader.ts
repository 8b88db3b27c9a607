import { isBranchSummary, isCompaction, isShell, type RepairEntry } from "../context/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { asTyped, type AssistantMessage, textOf, type ToolCallPart, toolCalls, usageFrom } from "../model/index.ts";
import { type AgentUsageEntry, isValidEntry, type ModelChangeEntry, type SetupEntry, type TitleChangeEntry } from "../journal/index.ts";
import type { EntryFacts, EntryReader, Spending } from "../store/index.ts";

/** What the index of sessions is told of an entry: names, texts that can be found, what a response took. */
export const entryReader: EntryReader = {
  version: 7,
  describe(entry) {
    if (isMessage(entry)) return SPEAKERS.has(entry.message.role) ? ofMessage(entry.message) : {};
    if (isShell(entry)) {
      if (!isValidEntry(entry)) return {};
      return {
        texts: [
          { by: "user", text: entry.command },
          { by: "tool", text: entry.output },
        ],
      };
    }
    // Summaries are made of what can be found anyway; what they took was spent all the same.
    if (isCompaction(entry) || isBranchSummary(entry)) return { spent: spentOn(entry) };
    const fact = entry as SetupEntry | ModelChangeEntry | TitleChangeEntry | RepairEntry | AgentUsageEntry;
    switch (fact.type) {
      case "setup":
        return { ...text("title", fact.setup.title), ...text("model", fact.setup.model) };
      case "model_change":
        return text("model", fact.model);
      case "title_change":
        return { ...text("title", fact.title), ...(wasAskedFor(fact) ? { spent: spentOn(fact) } : {}) };
      case "repair":
        return wasAskedFor(fact) ? { spent: spentOn(fact) } : {};
      case "agent_usage":
        return typeof fact.cost === "number" && fact.cost > 0 && fact.cost < Infinity ? { agentsCost: fact.cost } : {};
      default:
        return {};
    }
  },
};

/** A file may hold anything. */
const SPEAKERS: ReadonlySet<unknown> = new Set(["user", "assistant", "tool"]);

const ofMessage = (message: MessageEntry["message"]): EntryFacts => {
  const said = { by: message.role, text: textOf(message.role === "user" ? asTyped(message) : message) };
  if (message.role !== "assistant") return { message: message.role, texts: [said] };
  const calls = toolCalls(message).map((call) => ({ by: message.role, text: textOfCall(call) }));
  // What a plugin wrote in the model's place is no response.
  return { message: message.role, texts: [said, ...calls], ...(message.source === undefined ? { spent: spentOn(message) } : {}) };
};

const spentOn = ({ model, usage, cost = 0 }: Pick<AssistantMessage, "model" | "usage" | "cost">): Spending => ({
  model: text("model", model).model ?? "",
  ...usageFrom(usage),
  cost: Number.isFinite(cost) ? cost : 0,
});

/** Whether a model was asked for a fact, as for a title; a file may hold anything. */
const wasAskedFor = <Fact extends TitleChangeEntry | RepairEntry>(fact: Fact): fact is Fact & Pick<AssistantMessage, "model" | "usage"> =>
  typeof fact.usage === "object" && fact.usage !== null;

/** The tool's name and what it was given: the texts themselves, for in JSON the words have escapes between them. */
const textOfCall = ({ name, input }: ToolCallPart): string => [name, ...textsIn(input)].join("\n");

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** A fact of this name, if the value is a text: a file may hold anything. */
const text = (name: "title" | "model", value: unknown): EntryFacts => (typeof value === "string" ? { [name]: value } : {});

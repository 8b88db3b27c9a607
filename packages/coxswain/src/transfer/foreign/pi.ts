import type { ResetEntry, ShellEntry } from "../../context/index.ts";
import type { MessageEntry } from "../../loop/index.ts";
import { type AssistantMessage, isThinking, NO_USAGE, type StopReason, usageFrom, type UserMessage } from "../../model/index.ts";
import type { LabelEntry, ModelChangeEntry, ThinkingChangeEntry, TitleChangeEntry } from "../../session/index.ts";
import type { Carrying, Importer } from "./importer.ts";
import { type Json, numberOf, objectOf, stringOf, timeOf, kindOf } from "./json.ts";
import { piAnswer, piContent } from "./pi-content.ts";
import { FIRST, type Place } from "./scribe.ts";
import { summary } from "./summary.ts";

type Message = MessageEntry["message"];

/** pi's session files, versions 1 to 3: a header, then entries that form a tree by `parentId`; in version 1 a list. */
export const piImporter = (): Importer => {
  let header: Json = {};
  let model: string | undefined;
  /** The entries that a compaction keeps from, which have to be told again after it. */
  const keepsFrom = new Set<string>();
  /** Our entry for each of theirs; of one that was not carried over, that of the one before it. */
  const places = new Map<string, string>();
  /** Messages since the first that any compaction to come keeps from, by our entries. */
  const kept = new Map<string, { readonly message?: Message; readonly parent: string }>();
  let keeping = false;

  const placeOf = (record: Json, line: number, { scribe }: Carrying): Place & { readonly parent: string } => {
    const { parentId } = record;
    const listed = parentId === undefined ? scribe.leaf : FIRST;
    const parent = typeof parentId === "string" ? (places.get(parentId) ?? scribe.leaf) : listed;
    return { id: `l${line}`, parent, at: timeOf(record["timestamp"]) };
  };

  const say = (message: Message, place: Place & { readonly parent: string }, to: Carrying): string => {
    if (keeping) kept.set(place.id, { message, parent: place.parent });
    return to.scribe.say(message, place);
  };

  /** Tells the summary in the place of what came before it, and again what is to be kept of that. */
  const compact = (record: Json, place: Place & { readonly parent: string }, { scribe }: Carrying): string => {
    const first = places.get(stringOf(record["firstKeptEntryId"]) ?? "");
    const again: Message[] = [];
    for (let at: string | undefined = place.parent; at !== undefined; at = kept.get(at)?.parent) {
      const told = kept.get(at);
      if (told?.message !== undefined) again.push(told.message);
      if (at === first) break;
    }
    keeping = false;
    kept.clear();
    scribe.put<ResetEntry>({ type: "reset" }, place);
    let last = scribe.say(summary(stringOf(record["summary"]) ?? "", "pi"), { id: `${place.id}-summary` });
    for (const [index, message] of again.toReversed().entries()) last = scribe.say(unpaid(message), { id: `${place.id}-kept${index}` });
    return last;
  };

  const carry = (record: Json, line: number, to: Carrying): string | undefined => {
    const { scribe, left } = to;
    const place = placeOf(record, line, to);
    switch (record["type"]) {
      case "message":
        return carryMessage(objectOf(record["message"]), place, to);
      case "custom_message":
        return say(extensionMessage(record, to), place, to);
      case "model_change":
        return scribe.put<ModelChangeEntry>({ type: "model_change", model: reference(record["provider"], record["modelId"]) }, place);
      case "thinking_level_change": {
        const thinking = kindOf(record["thinkingLevel"]);
        if (isThinking(thinking)) return scribe.put<ThinkingChangeEntry>({ type: "thinking_change", thinking }, place);
        break;
      }
      case "label": {
        const target = places.get(stringOf(record["targetId"]) ?? "");
        if (target !== undefined) return scribe.put<LabelEntry>({ type: "label", target, label: stringOf(record["label"]) ?? null }, place);
        break;
      }
      case "session_info": {
        const title = stringOf(record["name"]);
        if (title !== undefined) return scribe.put<TitleChangeEntry>({ type: "title_change", title }, place);
        break;
      }
      case "branch_summary":
        return say(summary(stringOf(record["summary"]) ?? "", "pi"), place, to);
      case "compaction":
        return compact(record, place, to);
    }
    left.add(kindOf(record["type"]));
    return undefined;
  };

  const carryMessage = (message: Json, place: Place & { readonly parent: string }, to: Carrying): string | undefined => {
    const { scribe, left } = to;
    switch (message["role"]) {
      case "user":
        return say({ role: "user", content: piContent(message["content"], left) }, place, to);
      case "assistant":
        return say(answer(message, to), place, to);
      case "toolResult": {
        const isError = message["isError"] === true;
        const [callId, name] = [stringOf(message["toolCallId"]) ?? "", stringOf(message["toolName"]) ?? "unknown"];
        return say({ role: "tool", callId, name, content: piContent(message["content"], left), isError }, place, to);
      }
      case "bashExecution": {
        const [command, output] = [stringOf(message["command"]) ?? "", stringOf(message["output"]) ?? ""];
        const exitCode = message["cancelled"] === true ? null : (numberOf(message["exitCode"]) ?? null);
        return scribe.put<ShellEntry>({ type: "shell", command, output, exitCode, include: message["excludeFromContext"] !== true }, place);
      }
      case "custom":
      case "hookMessage":
        return say(extensionMessage(message, to), place, to);
      case "branchSummary":
      case "compactionSummary":
        return say(summary(stringOf(message["summary"]) ?? "", "pi"), place, to);
      default:
        left.add(`message of ${kindOf(message["role"])}`);
        return undefined;
    }
  };

  return {
    look(record) {
      if (record["type"] === "session") header = record;
      const first = stringOf(record["firstKeptEntryId"]);
      if (record["type"] === "compaction" && first !== undefined) keepsFrom.add(first);
      const message = objectOf(record["message"]);
      if (message["role"] === "assistant") model ??= reference(message["provider"], message["model"]);
      if (record["type"] === "model_change") model ??= reference(record["provider"], record["modelId"]);
    },
    survey: () => ({
      id: stringOf(header["id"]),
      cwd: stringOf(header["cwd"]),
      at: timeOf(header["timestamp"]),
      model: stringOf(header["modelId"]) === undefined ? model : reference(header["provider"], header["modelId"]),
      title: undefined,
      parent: sessionIn(stringOf(header["parentSession"]) ?? stringOf(header["branchedFrom"])),
    }),
    carry(record, line, to) {
      if (record["type"] === "session") return;
      const id = stringOf(record["id"]);
      if (id !== undefined && keepsFrom.has(id)) keeping = true;
      const before = placeOf(record, line, to).parent;
      const ours = carry(record, line, to);
      if (id !== undefined) places.set(id, ours ?? before);
      if (keeping && ours !== undefined && !kept.has(ours)) kept.set(ours, { parent: before });
    },
    end: () => {},
  };
};

const reference = (provider: unknown, id: unknown): string => `${stringOf(provider) ?? "unknown"}/${stringOf(id) ?? "unknown"}`;

/** The id at the end of a session file's name. */
const sessionIn = (path: string | undefined): string | undefined => /_([0-9a-zA-Z-]+)\.jsonl$/.exec(path ?? "")?.[1];

/** What is told again was paid for once. */
const unpaid = (message: Message): Message => {
  if (message.role !== "assistant") return message;
  const { cost: _, ...rest } = message;
  return { ...rest, usage: NO_USAGE };
};

const extensionMessage = (record: Json, { left }: Carrying): UserMessage => ({
  role: "user",
  content: piContent(record["content"], left),
  source: "extension",
});

const STOPS: Readonly<Record<string, StopReason>> = { stop: "stop", length: "length", toolUse: "tool_calls", aborted: "interrupted" };

const answer = (message: Json, { left }: Carrying): AssistantMessage => {
  const usage = objectOf(message["usage"]);
  const cost = numberOf(objectOf(usage["cost"])["total"]);
  const failed = message["stopReason"] === "error";
  const content = piAnswer(message, left);
  return {
    role: "assistant",
    content: failed ? content.filter(({ type }) => type !== "tool_call") : content,
    model: reference(message["provider"], message["model"]),
    stop: STOPS[kindOf(message["stopReason"])] ?? "other",
    usage: usageFrom(usage),
    ...(cost === undefined ? {} : { cost }),
    ...(failed ? { streamError: { code: "transient", message: stringOf(message["errorMessage"]) ?? "The response failed." } } : {}),
  };
};

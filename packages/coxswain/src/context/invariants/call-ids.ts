import { type AssistantMessage, toolCalls, type ToolMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/** The longest id that all providers accept: OpenAI's Chat API rejects longer ones. */
const LENGTH = 40;

/**
 * Makes call ids unique. Ids created by another model's provider become portable: up to 40 letters, digits, `_` and
 * `-`. A call and its result are renamed together.
 */
export const callIds: Invariant = {
  name: "call ids",
  enforce(messages, { model, edits, settled }) {
    if (areUniqueIds(messages, model.reference, settled.callIds)) return messages;
    const free = freeIds(settled.callIds);
    // The results of a message's calls follow it in the order of the calls.
    let ids: Iterator<string> = [].values();
    return messages.map((message): ConversationMessage => {
      if (message.role === "user") return message;
      if (message.role === "tool") {
        const callId: string = ids.next().value ?? message.callId;
        return callId === message.callId ? message : edits.once(message, `id ${callId}`, (): ToolMessage => ({ ...message, callId }));
      }
      const calls = toolCalls(message);
      if (calls.length === 0) return message;
      const foreign = message.model !== model.reference;
      const fresh = calls.map(({ id }) => free(foreign ? portable(id) : id));
      ids = fresh.values();
      if (calls.every(({ id }, at) => id === fresh[at])) return message;
      return edits.once(message, `ids ${fresh.join(" ")}`, () => renamed(message, fresh));
    });
  },
};

const areUniqueIds = (messages: readonly ConversationMessage[], own: string, taken: ReadonlySet<string>): boolean => {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.content) {
      if (part.type !== "tool_call") continue;
      const { id } = part;
      if (id === "" || ids.has(id) || taken.has(id) || (message.model !== own && !PORTABLE.test(id))) return false;
      ids.add(id);
    }
  }
  return true;
};

const PORTABLE = new RegExp(`^[\\w-]{1,${LENGTH}}$`);

/** Returns an id unchanged, or with a number when it is already used. */
const freeIds = (taken: ReadonlySet<string>): ((wanted: string) => string) => {
  const copies = new Map<string, number>();
  return (preferred) => {
    const base = preferred === "" ? "call" : preferred;
    let id = base;
    let copy = copies.get(base) ?? 0;
    while (copies.has(id) || taken.has(id)) id = `${base.slice(0, LENGTH - 8)}_${++copy + 1}`;
    copies.set(base, copy);
    if (id !== base) copies.set(id, 0);
    return id;
  };
};

const portable = (id: string): string => id.replaceAll(/[^\w-]/g, "_").slice(0, LENGTH);

const renamed = (message: AssistantMessage, ids: readonly string[]): AssistantMessage => {
  const fresh = ids.values();
  return {
    ...message,
    content: message.content.map((part) => (part.type === "tool_call" ? { ...part, id: fresh.next().value ?? part.id } : part)),
  };
};

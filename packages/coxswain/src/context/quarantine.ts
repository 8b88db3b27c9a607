import type { Entry } from "../log/index.ts";
import type { AssistantMessage, AssistantPart, TextPart, ToolMessage, UserMessage, UserPart } from "../model/index.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage } from "./invariant.ts";
import { isRepair, type Quarantine } from "./entries.ts";
import { withoutOpaqueData } from "./opaque-data.ts";

/** The quarantined parts by entry id; the part `undefined` stands for the whole entry. */
export type Quarantined = ReadonlyMap<string, ReadonlySet<number | undefined>>;

/**
 * Returns the items that the path's repairs quarantine in earlier entries, and those of `more`. Undefined when there
 * are none.
 */
export const quarantinedOn = (path: readonly Entry[], more: readonly Quarantine[] = []): Quarantined | undefined => {
  const items = path.some(isRepair) ? [...repairsOn(path), ...more] : more;
  if (items.length === 0) return undefined;
  const quarantined = new Map<string, Set<number | undefined>>();
  for (const { target, part } of items) {
    const parts = quarantined.get(target);
    if (parts === undefined) quarantined.set(target, new Set([part]));
    else parts.add(part);
  }
  return quarantined;
};

const repairsOn = (path: readonly Entry[]): readonly Quarantine[] => {
  const before = new Set<string>();
  return path.flatMap((entry) => {
    before.add(entry.id);
    return isRepair(entry) && before.has(entry.target) ? [entry] : [];
  });
};

/**
 * Returns a message without its quarantined parts. In user and tool messages a placeholder replaces them, because an
 * answer refers to them. In assistant messages they are removed; undefined when nothing remains.
 */
export const withoutQuarantined = (
  message: ConversationMessage,
  parts: ReadonlySet<number | undefined> | undefined,
  edits: Edits,
): ConversationMessage | undefined => {
  if (parts === undefined) return message;
  const whole = parts.has(undefined);
  if (message.role === "assistant") {
    return whole ? undefined : edits.once(message, `repaired ${[...parts].join()}`, () => responseWithout(message, parts));
  }
  if (whole)
    return edits.once(message, "repaired", () => ({ ...message, content: [message.role === "tool" ? omittedResult(message) : OMITTED] }));
  return edits.once(message, `repaired ${[...parts].join()}`, () => contentWithout(message, parts));
};

/**
 * Removing reasoning or content of the provider also removes all opaque data of the message: signatures and item ids
 * depend on each other.
 */
const responseWithout = (message: AssistantMessage, parts: ReadonlySet<number | undefined>): AssistantMessage => {
  const plain = message.content.some((part, at) => parts.has(at) && isOpaque(part, message));
  const rest = { ...message, content: message.content.filter((part, at) => !parts.has(at) || isOpaque(part, message)) };
  return plain ? withoutOpaqueData(rest) : rest;
};

/**
 * Returns whether a part carries data that only the provider can read, or its message does. Quarantine removes only the
 * data of such a part.
 */
export const isOpaque = ({ type, providerData }: AssistantPart, message: Pick<AssistantMessage, "providerData">): boolean =>
  type === "reasoning" || providerData !== undefined || message.providerData !== undefined;

const contentWithout = (message: UserMessage | ToolMessage, parts: ReadonlySet<number | undefined>): UserMessage | ToolMessage => ({
  ...message,
  content: message.content.map((part, at): UserPart => (parts.has(at) ? omittedPart(part) : part)),
});

const omittedPart = (part: UserPart): TextPart =>
  part.type === "image"
    ? { type: "text", text: `[Image ${part.name === undefined ? "" : `"${part.name}" `}omitted: the model's provider rejected it]` }
    : OMITTED;

/** Reports whether the call succeeded, so that the model does not repeat it. */
const omittedResult = ({ isError }: ToolMessage): TextPart => ({
  type: "text",
  text: `[Omitted: the model's provider rejected it. The call itself ${isError ? "failed" : "succeeded"}.]`,
});

const OMITTED: TextPart = Object.freeze({ type: "text", text: "[Omitted: the model's provider rejected it]" });

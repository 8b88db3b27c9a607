import type { Entry } from "../log/index.ts";
import type { AssistantMessage, TextPart, ToolMessage, UserMessage, UserPart } from "../model/index.ts";
import type { Edits } from "./edits.ts";
import type { ConversationMessage } from "./invariant.ts";
import { isRepair, type Quarantine } from "./repair-entry.ts";

/** What is in quarantine of each entry; undefined when nothing is. */
export type Quarantined = ReadonlyMap<string, ReadonlySet<number | undefined>>;

/** What a path's repairs say of entries before them, and what besides is to be left out. */
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
 * A message without what is in quarantine: a text stands in its place, since an answer hangs on what a person or a tool
 * said. The assistant's is left out; undefined when that is all of it.
 */
export const withoutQuarantined = (
  message: ConversationMessage,
  parts: ReadonlySet<number | undefined> | undefined,
  edits: Edits,
): ConversationMessage | undefined => {
  if (parts === undefined) return message;
  const whole = parts.has(undefined);
  if (message.role === "assistant") {
    return whole ? undefined : edits.once(message, `repaired ${[...parts].join()}`, () => answerWithout(message, parts));
  }
  if (whole) return edits.once(message, "repaired", () => ({ ...message, content: [LEFT_OUT] }));
  return edits.once(message, `repaired ${[...parts].join()}`, () => saidWithout(message, parts));
};

/** With reasoning go all of the message's opaque data: signatures and item ids hang together. */
const answerWithout = (message: AssistantMessage, parts: ReadonlySet<number | undefined>): AssistantMessage => {
  const plain = message.content.some((part, at) => parts.has(at) && isOpaque(part));
  const content = message.content.flatMap((part, at) => {
    if (parts.has(at) && !isOpaque(part)) return [];
    if (!plain || !isOpaque(part)) return [part];
    if (part.type === "reasoning") return [];
    const { providerData: _, ...rest } = part;
    return [rest];
  });
  return { ...message, content };
};

/** Whether a part carries what only its provider can read. A log from another hand may hold anything. */
export const isOpaque = (part: { readonly type?: unknown; readonly providerData?: unknown } | null | undefined): boolean =>
  part?.type === "reasoning" || part?.providerData !== undefined;

const saidWithout = (message: UserMessage | ToolMessage, parts: ReadonlySet<number | undefined>): UserMessage | ToolMessage => ({
  ...message,
  content: message.content.map((part, at): UserPart => (parts.has(at) ? leftOut(part) : part)),
});

const leftOut = (part: UserPart): TextPart =>
  part?.type === "image"
    ? { type: "text", text: `[Image ${part.name === undefined ? "" : `"${part.name}" `}left out: the model's provider did not accept it]` }
    : LEFT_OUT;

const LEFT_OUT: TextPart = Object.freeze({ type: "text", text: "[Left out: the model's provider did not accept it]" });

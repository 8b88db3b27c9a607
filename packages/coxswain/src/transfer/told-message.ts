import type { Entry } from "../log/index.ts";
import { asTyped, type AssistantPart, type ImagePart, type UserPart } from "../model/index.ts";
import { asRecord, type UnknownRecord } from "../base/index.ts";
import { textFrom } from "./text-from.ts";

/** A message prepared for display. */
export interface ToldMessage {
  readonly role: "user" | "assistant" | "tool";
  /** The valid parts. */
  readonly content: readonly (AssistantPart | ImagePart)[];
  /** Assistant messages only. */
  readonly model: string;
  /** Assistant messages only: the model, or a plugin that replaced it. */
  readonly author: string;
  /** Tool results only: the name of the tool. */
  readonly tool: string;
  readonly isError: boolean;
  /** Error that ended a response early. */
  readonly broken: string | undefined;
  /** USD. */
  readonly cost: number;
}

/** Returns the message in an entry; undefined if there is none that can be shown. */
export const toldMessage = (entry: Entry): ToldMessage | undefined => {
  if (entry.type !== "message") return undefined;
  const { role, content, typed, model, source, name, isError, streamError, cost } = asRecord(asRecord(entry)["message"]);
  if ((role !== "user" && role !== "assistant" && role !== "tool") || !Array.isArray(content)) return undefined;
  return {
    role,
    content: role === "user" && typeof typed === "string" ? asWritten(content.filter(isWhole), typed) : content.filter(isWhole),
    model: textFrom(model),
    author: typeof source === "string" ? source : textFrom(model),
    tool: textFrom(name),
    isError: isError === true,
    broken: streamError === undefined ? undefined : textFrom(asRecord(streamError)["message"]),
    cost: typeof cost === "number" ? cost : 0,
  };
};

const asWritten = (content: readonly (AssistantPart | ImagePart)[], typed: string): ToldMessage["content"] =>
  asTyped({ role: "user", content: content as readonly UserPart[], typed }).content;

const isWhole = (part: unknown): part is AssistantPart | ImagePart => {
  const { type, text, mediaType, data, id, name }: UnknownRecord = asRecord(part);
  if (type === "text" || type === "reasoning") return typeof text === "string";
  if (type === "image") return typeof mediaType === "string" && typeof data === "string";
  return type === "tool_call" && typeof id === "string" && typeof name === "string";
};

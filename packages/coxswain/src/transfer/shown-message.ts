import type { Entry } from "../log/index.ts";
import { asTyped, type AssistantPart, type ImagePart, type UserPart } from "../model/index.ts";
import { asRecord, type UnknownRecord } from "../base/index.ts";
import { isBranchSummary, isCompaction } from "../context/index.ts";
import { isValidEntry } from "../journal/index.ts";

/** A message prepared for display. */
export interface ShownMessage {
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
export const shownMessage = (entry: Entry): ShownMessage | undefined => {
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

const asWritten = (content: readonly (AssistantPart | ImagePart)[], typed: string): ShownMessage["content"] =>
  asTyped({ role: "user", content: content as readonly UserPart[], typed }).content;

const isWhole = (part: unknown): part is AssistantPart | ImagePart => {
  const { type, text, mediaType, data, id, name, output }: UnknownRecord = asRecord(part);
  if (type === "text" || type === "reasoning") return typeof text === "string";
  if (type === "image") return typeof mediaType === "string" && typeof data === "string";
  if (type === "provider") return typeof name === "string" && (output === undefined || typeof output === "string");
  return type === "tool_call" && typeof id === "string" && typeof name === "string";
};

/** Returns a string unchanged, and any other value as JSON. */
export const textFrom = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns a placeholder for an image that is not shown. */
export const imageNote = ({ mediaType, data, name }: ImagePart): string => {
  const called = typeof name === "string" ? `${name}, ` : "";
  return `image: ${called}${mediaType}, ${Math.floor((data.length * 3) / 4)} bytes`;
};

/** Formats a time as `2026-11-21 12:30:05` in UTC. Omits an invalid time, which a damaged log may contain. */
export const moment = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
};

/** A summary that replaced messages for the model. */
export interface ShownSummary {
  readonly title: string;
  readonly text: string;
}

/** Returns the summary in an entry; undefined if there is none, or if the entry is damaged. */
export const summaryOf = (entry: Entry): ShownSummary | undefined => {
  if (!isValidEntry(entry)) return undefined;
  if (isBranchSummary(entry)) return { title: "Summary of an abandoned branch", text: entry.summary };
  if (!isCompaction(entry)) return undefined;
  const { from, to } = entry.covers;
  return {
    title: `Compacted: this summary replaces messages ${from} to ${to}`,
    text: entry.summary,
  };
};

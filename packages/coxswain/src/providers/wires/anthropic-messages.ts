import { asRecord } from "../../base/index.ts";
import type { AssistantPart, ModelRequest, ToolCallPart, ToolMessage, UserPart } from "../../model/index.ts";
import { wireCallId } from "../call-id.ts";
import { isServerCall, isServerResult } from "./anthropic-content.ts";
import { callInput, convertLists, resultContent, sentParts } from "../message-content.ts";

/** A content block of a message: https://platform.claude.com/docs/en/api/messages */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** All messages between two messages of the other side. */
export interface AnthropicTurn {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

type Message = ModelRequest["messages"][number];

/** Returns a function that joins messages to alternating turns, with new arrays of blocks. It converts each message once. */
export const turnsWriter = (): ((messages: readonly Message[]) => readonly AnthropicTurn[]) => {
  const blocksOf = convertLists(messageBlocks);
  return (messages) => {
    const turns: AnthropicTurn[] = [];
    const converted = blocksOf(messages);
    const lastPrompt = converted.findLastIndex(({ isPrompt }) => isPrompt);
    const answered = answeredServerCalls(converted.filter(({ usesServerTools }) => usesServerTools).flatMap(({ blocks }) => blocks));
    for (const [at, { role, blocks, usesServerTools }] of converted.entries()) {
      const content = usesServerTools ? blocks.flatMap((block) => sentBlock(block, answered, at < lastPrompt)) : blocks;
      if (content.length === 0) continue;
      const last = turns.at(-1);
      if (last?.role === role) last.content.push(...content);
      else turns.push({ role, content: [...content] });
    }
    trimPrefill(turns.at(-1));
    return turns;
  };
};

interface MessageBlocks {
  readonly role: AnthropicTurn["role"];
  /** True for a user message with content, which ends the runs before it. */
  readonly isPrompt: boolean;
  readonly blocks: readonly Block[];
  /** True if blocks depend on others: results of the provider's tools on their calls, and calls of code on the code. */
  readonly usesServerTools: boolean;
}

/** Returns the IDs of the provider's calls that have a result after them: compactions and repairs may remove either. */
const answeredServerCalls = (blocks: readonly Block[]): ReadonlySet<unknown> => {
  const made = new Set<unknown>();
  const answered = new Set<unknown>();
  for (const block of blocks) {
    if (isServerCall(block)) made.add(block["id"]);
    else if (isServerResult(block) && made.has(block["tool_use_id"])) answered.add(block["tool_use_id"]);
  }
  return answered;
};

/**
 * Returns the block as the API accepts it. It rejects results without their call, and after the next prompt also calls
 * without a result, and calls by code that has none.
 */
const sentBlock = (block: Block, answered: ReadonlySet<unknown>, isSettled: boolean): readonly Block[] => {
  if (isServerResult(block)) return answered.has(block["tool_use_id"]) ? [block] : [];
  if (isServerCall(block)) return !isSettled || answered.has(block["id"]) ? [block] : [];
  if (!isCalledByCode(block)) return [block];
  const code = asRecord(block["caller"])["tool_id"];
  return !isSettled || answered.has(code) ? [block] : [withoutCaller(block)];
};

const messageBlocks = (message: Message): MessageBlocks => {
  if (message.role === "assistant") {
    const blocks = callsLast(sentParts(message.content).flatMap(assistantBlocks));
    const usesServerTools = blocks.some((block) => isServerCall(block) || isServerResult(block) || isCalledByCode(block));
    return { role: "assistant", isPrompt: false, blocks, usesServerTools };
  }
  const blocks = message.role === "tool" ? [resultBlock(message)] : sentParts(message.content).map(contentBlock);
  return { role: "user", isPrompt: message.role === "user" && blocks.length > 0, blocks, usesServerTools: false };
};

const contentBlock = (part: UserPart): Block =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } };

const resultBlock = (message: ToolMessage): Block => {
  const { text, images } = resultContent(message);
  return {
    type: "tool_result",
    tool_use_id: wireCallId(message.callId),
    content: images.length === 0 ? text : [{ type: "text", text }, ...images.map(contentBlock)],
    ...(message.isError ? { is_error: true } : {}),
  };
};

const assistantBlocks = (part: AssistantPart): readonly Block[] => {
  const data = asRecord(part.providerData?.["anthropic"]);
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text, ...(data["citations"] == null ? {} : { citations: data["citations"] }) }];
    case "reasoning":
      return reasoningBlocks(part.text, data);
    case "tool_call":
      return [callBlock(part, asRecord(data["caller"]))];
    case "provider": {
      const block = asRecord(data["block"]);
      return typeof block["type"] === "string" ? [block as Block] : [];
    }
  }
};

/** Anthropic accepts only its own reasoning: with a signature, or redacted. */
const reasoningBlocks = (thinking: string, { signature, redactedData: data }: Readonly<Record<string, unknown>>): readonly Block[] => {
  if (typeof signature === "string") return [{ type: "thinking", thinking, signature }];
  return typeof data === "string" ? [{ type: "redacted_thinking", data }] : [];
};

const callBlock = ({ id, name, input }: ToolCallPart, { type, toolId }: Readonly<Record<string, unknown>>): Block => {
  const caller =
    type === "direct" ? { type } : typeof toolId === "string" && toolId !== "" && isCode(type) ? { type, tool_id: toolId } : undefined;
  return { type: "tool_use", id: wireCallId(id), name, input: callInput(input), ...(caller === undefined ? {} : { caller }) };
};

const isCode = (type: unknown): boolean => type === "code_execution_20250825" || type === "code_execution_20260120";

const isCalledByCode = ({ caller }: Block): boolean => isCode(asRecord(caller)["type"]);

const withoutCaller = (block: Block): Block => {
  const { caller: _, ...rest } = block;
  return rest;
};

/** Moves calls behind text, up to the next reasoning: the API rejects content between calls and their results. */
const callsLast = (blocks: readonly Block[]): readonly Block[] => {
  const ordered: Block[] = [];
  const calls: Block[] = [];
  for (const block of blocks) {
    if (block.type === "tool_use") {
      calls.push(block);
      continue;
    }
    if (block.type !== "text") ordered.push(...calls.splice(0));
    ordered.push(block);
  }
  return [...ordered, ...calls];
};

/** Trims the end of a response that the model is asked to continue: the API rejects whitespace there. */
const trimPrefill = (turn: AnthropicTurn | undefined): void => {
  const last = turn?.content.at(-1);
  if (turn?.role !== "assistant" || last?.type !== "text") return;
  turn.content[turn.content.length - 1] = { ...last, text: String(last["text"]).trim() };
};

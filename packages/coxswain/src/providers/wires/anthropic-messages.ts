import { asRecord } from "../../base/index.ts";
import type { AssistantPart, ModelRequest, ToolCallPart, ToolMessage, UserPart } from "../../model/index.ts";
import { wireCallId } from "../call-id.ts";
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
    for (const [at, { role, current, settled }] of converted.entries()) {
      const content = at < lastPrompt ? settled : current;
      if (content.length === 0) continue;
      const last = turns.at(-1);
      if (last?.role === role) last.content.push(...content);
      else turns.push({ role, content: [...content] });
    }
    trimPrefill(turns.at(-1));
    return turns;
  };
};

/** The blocks of a message, while its run lasts and after the next prompt. */
interface MessageBlocks {
  readonly role: AnthropicTurn["role"];
  /** True for a user message with content, which ends the runs before it. */
  readonly isPrompt: boolean;
  readonly current: readonly Block[];
  readonly settled: readonly Block[];
}

const messageBlocks = (message: Message): MessageBlocks => {
  if (message.role === "assistant") {
    const current = callsLast(sentParts(message.content).flatMap(assistantBlocks));
    return { role: "assistant", isPrompt: false, current, settled: current.some(isCalledByCode) ? current.map(withoutCaller) : current };
  }
  const current = message.role === "tool" ? [resultBlock(message)] : sentParts(message.content).map(contentBlock);
  return { role: "user", isPrompt: message.role === "user" && current.length > 0, current, settled: current };
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

/** After the next prompt, the API rejects a call of code whose execution is not in the history. */
const withoutCaller = (block: Block): Block => {
  if (!isCalledByCode(block)) return block;
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

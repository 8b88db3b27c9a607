// The conversations of the bare client through `providerModels` alone, to separate the cost of sessions from the
// provider's. Arguments: the number at a time, and `as-sessions` for requests with a system prompt and thinking, as
// sessions send them.
import { type AssistantMessage, providerModels, type ToolMessage } from "coxswain";
import { type ModelRequest, NO_USAGE } from "coxswain/providers";
import { DEFAULT_SYSTEM_PROMPT } from "coxswain/session";

type SentMessage = ModelRequest["messages"][number];

const [, , count = "1", as] = process.argv;
const asked: Pick<ModelRequest, "system" | "thinking"> =
  as === "as-sessions" ? { system: [DEFAULT_SYSTEM_PROMPT], thinking: "low" } : { system: [], thinking: "off" };

const noop = { name: "noop", description: "Does nothing.", inputSchema: { type: "object", properties: { n: { type: "number" } } } };
const model = await providerModels({ env: process.env }).get("anthropic/claude-sonnet-5-5");

const ask = async (messages: readonly SentMessage[]): Promise<AssistantMessage> => {
  const content: AssistantMessage["content"][number][] = [];
  const signal = new AbortController().signal;
  for await (const part of model.stream({ ...asked, messages, tools: [noop], maxOutputTokens: 8192, signal })) {
    if (part.type === "tool_call") content.push({ ...part, input: JSON.parse(part.input) });
  }
  return { role: "assistant", content, model: model.info.reference, stop: "tool_calls", usage: NO_USAGE };
};

const converse = async (): Promise<void> => {
  const messages: SentMessage[] = [{ role: "user", content: [{ type: "text", text: "Go." }] }];
  for (;;) {
    const answer = await ask(messages);
    if (answer.content.length === 0) return;
    const results = answer.content.flatMap((part): ToolMessage[] => {
      if (part.type !== "tool_call") return [];
      return [{ role: "tool", callId: part.id, name: part.name, content: [{ type: "text", text: "ok" }], isError: false }];
    });
    messages.push(answer, ...results);
  }
};

await Promise.all(Array.from({ length: Number(count) }, converse));

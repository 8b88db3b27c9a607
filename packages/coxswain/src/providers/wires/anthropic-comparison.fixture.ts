import fc from "fast-check";
import type { AssistantPart, Message, ModelRequest } from "../../model/index.ts";
import { type Difference, type WrittenWire, OWN_USER_AGENT } from "./comparison.fixture.ts";

const CALLERS = [
  { type: "direct" },
  { type: "code_execution_20250825", toolId: "srvtoolu_1" },
  { type: "code_execution_20260120", toolId: "" },
  { type: "another" },
];

const UNUSED_BETA: Difference = {
  reason: "the adapter asks for the beta of strict tools and output formats, which we never request",
  written: (written) => {
    const { "anthropic-beta": beta, ...headers } = written.headers;
    return beta === "structured-outputs-2025-11-13" ? { ...written, headers } : written;
  },
};

const FAILED_RESULTS_WITH_IMAGES: Difference = {
  reason: "the adapter does not mark a failed result with is_error if it has images",
  written: (written, request) => {
    const results = request.messages.filter((message) => message.role === "tool");
    let at = 0;
    const messages = (written.body["messages"] as readonly { readonly content: readonly object[] }[]).map((message) => ({
      ...message,
      content: message.content.map((block) => {
        if (!("tool_use_id" in block)) return block;
        return results[at++]?.isError === true ? { ...block, is_error: true } : block;
      }),
    }));
    return { ...written, body: { ...written.body, messages } };
  },
};

const UNSIGNED_REASONING: Difference = {
  reason: "both omit reasoning without a signature, but the adapter leaves the user's messages around an omitted message apart",
  request: (request) => ({ ...request, messages: request.messages.flatMap(withoutUnsigned) }),
};

const withoutUnsigned = (message: ModelRequest["messages"][number]): readonly Exclude<Message, { role: "system" }>[] => {
  if (message.role !== "assistant") return [message];
  const content = message.content.filter(isSentBack);
  return content.length === 0 ? [] : [{ ...message, content }];
};

const isSentBack = (part: AssistantPart): boolean => {
  if (part.type !== "reasoning") return true;
  const data = part.providerData?.["anthropic"];
  return typeof data === "object" && data !== null && ("signature" in data || "redactedData" in data);
};

export const ANTHROPIC: WrittenWire = {
  provider: "anthropic",
  unknownIds: [
    "claude-3-haiku-20240307",
    "claude-3-5-sonnet-latest",
    "claude-2.1",
    "claude-instant-1.2",
    "claude-sonnet-4-20250514",
    "claude-opus-4@20250514",
    "claude-opus-4-1",
    "claude-of-tomorrow",
    "anthropic/claude-opus-5-5",
    "MiniMax-M2",
  ],
  data: {
    text: fc.constantFrom({ anthropic: { citations: [{ type: "char_location", cited_text: "…" }] } }, { anthropic: {} }),
    reasoning: fc.constantFrom(
      { anthropic: { signature: "sig" } },
      { anthropic: { redactedData: "data" } },
      { anthropic: { signature: "sig", redactedData: "data" } },
      { anthropic: {} },
    ),
    call: fc.constantFrom(...CALLERS.map((caller) => ({ anthropic: { caller } }))),
  },
  differences: [OWN_USER_AGENT, UNUSED_BETA, FAILED_RESULTS_WITH_IMAGES, UNSIGNED_REASONING],
};

import type { MessageEntry } from "../../loop/index.ts";
import { type AssistantMessage, type StopReason, usageFrom } from "../../model/index.ts";
import { type Json, numberOf, objectOf, stringOf } from "./json.ts";
import type { SkippedContent } from "./skipped-content.ts";
import { piAnswer, piContent } from "./pi-content.ts";
import { summary } from "./summary.ts";

/** Builds a model reference, for example `anthropic/claude-sonnet-4-5`. */
export const piModel = (provider: unknown, id: unknown): string => `${stringOf(provider) ?? "unknown"}/${stringOf(id) ?? "unknown"}`;

/** Converts a message of any role except `bashExecution`; returns undefined for an unknown role. */
export const piMessage = (message: Json, left: SkippedContent): MessageEntry["message"] | undefined => {
  switch (message["role"]) {
    case "user":
      return { role: "user", content: piContent(message["content"], left) };
    case "assistant":
      return answer(message, left);
    case "toolResult": {
      const [callId, name] = [stringOf(message["toolCallId"]) ?? "", stringOf(message["toolName"]) ?? "unknown"];
      return { role: "tool", callId, name, content: piContent(message["content"], left), isError: message["isError"] === true };
    }
    case "custom":
    case "hookMessage":
      return { role: "user", content: piContent(message["content"], left), source: "extension" };
    case "branchSummary":
    case "compactionSummary":
      return summary(stringOf(message["summary"]) ?? "", "pi");
    default:
      return undefined;
  }
};

const STOPS: Readonly<Record<string, StopReason | undefined>> = {
  stop: "stop",
  length: "length",
  toolUse: "tool_calls",
  aborted: "interrupted",
};

const answer = (message: Json, left: SkippedContent): AssistantMessage => {
  const usage = objectOf(message["usage"]);
  const cost = numberOf(objectOf(usage["cost"])["total"]);
  const failed = message["stopReason"] === "error";
  const content = piAnswer(message, left);
  if (failed) for (const { type } of content) if (type === "tool_call") left.add("call of a failed response");
  return {
    role: "assistant",
    content: failed ? content.filter(({ type }) => type !== "tool_call") : content,
    model: piModel(message["provider"], message["model"]),
    stop: STOPS[stringOf(message["stopReason"]) ?? ""] ?? "other",
    usage: usageFrom(usage),
    ...(cost === undefined ? {} : { cost }),
    ...(failed ? { streamError: { code: "transient", message: stringOf(message["errorMessage"]) ?? "The response failed." } } : {}),
  };
};

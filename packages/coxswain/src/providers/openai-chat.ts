import type { ModelRequest, Thinking } from "../model/index.ts";
import type { BodyOptions } from "./body-options.ts";
import { wireCallId } from "./call-id.ts";
import { openAIEndpoint } from "./openai.ts";
import type { Connected, Connection } from "./provider.ts";
import { chatReasoning } from "./reasoning-dialects.ts";
import {
  type ChatFormat,
  chatReader,
  chatWriter,
  effortOf,
  openAIModel,
  type OpenAIModel,
  openAISchema,
  temperatureField,
} from "./wires/index.ts";

/** Connects to OpenAI Chat Completions. */
export const connectOpenAIChat = (connection: Connection): Connected => {
  const to = openAIEndpoint(connection, "chat/completions");
  const read = chatReader({ key: KEY, ofOpenAI: true });
  return {
    model: (id) => ({
      kind: "wire",
      wire: { write: chatWriter(id, to, formatOf(openAIModel(id))), read, marksCache: false },
      reasoningRules: REASONING.rules,
    }),
  };
};

const KEY = "openai";
const REASONING = chatReasoning("refusing");

const formatOf = (model: OpenAIModel): ChatFormat => ({
  key: KEY,
  systemRole: model.reasons ? "developer" : "system",
  oneSystemMessage: false,
  callId: wireCallId,
  marksFailures: true,
  reasoning: REASONING,
  fields: (request, thinking) => fieldsOf(model, request, thinking),
  toolSchema: openAISchema,
});

const fieldsOf = (
  model: OpenAIModel,
  { maxOutputTokens, temperature, tools, sessionId }: ModelRequest,
  thinking: Thinking | undefined,
): BodyOptions => {
  const level = model.chatToolsNeedOff && tools.length > 0 ? "off" : thinking;
  const effort = level === undefined ? undefined : effortOf(model, level);
  return {
    [model.reasons ? "max_completion_tokens" : "max_tokens"]: maxOutputTokens,
    ...temperatureField(model, effort, temperature),
    store: false,
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(sessionId === undefined ? {} : { prompt_cache_key: sessionId }),
  };
};

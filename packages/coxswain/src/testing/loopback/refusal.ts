import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import type { JsonObject } from "./json.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Wire } from "./request.ts";
import type { WireError, WireFormat } from "./wire.ts";

const FORMATS: Readonly<Record<Wire, Pick<WireFormat, "validate">>> = {
  anthropic,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  gemini,
};

/**
 * Why a provider would refuse the body of a request, in its own words and with its status; undefined when it would not.
 * `model` is the model's name at the provider. Signatures count as the model's own when the loopback provider gave them.
 */
export const refusal = (wire: Wire, body: JsonObject, model: string): WireError | undefined => FORMATS[wire].validate(body, model);

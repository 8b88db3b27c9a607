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
 * Returns a provider's message and status if it would reject a request body, else undefined. `model` is the provider's
 * model ID. Signatures are valid if the loopback provider issued them for this model.
 */
export const refusal = (wire: Wire, body: JsonObject, model: string): WireError | undefined => FORMATS[wire].validate(body, model);

import type { JsonObject } from "./json.ts";
import type { WireError } from "./wire.ts";

/** Returns the error body of both OpenAI APIs: https://platform.openai.com/docs/guides/error-codes. */
export const openaiErrorBody = ({ status, message, param, code }: WireError): JsonObject => ({
  error: { message, type: errorType(status), param: param ?? null, code: code ?? ERROR_CODES[status] ?? null },
});

const errorType = (status: number): string => {
  if (status === 429) return "requests";
  return status < 500 ? "invalid_request_error" : "server_error";
};

const ERROR_CODES: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  404: "model_not_found",
  429: "rate_limit_exceeded",
  503: "server_is_overloaded",
};

import { loopbackProvider, type LoopbackProvider, type LoopbackReply, type LoopbackRequest } from "coxswain/testing";

/** Returns the provider's error message for a request, or undefined to accept it. */
export type Refusal = (request: LoopbackRequest) => { readonly message: string; readonly status?: number } | undefined;

/**
 * A loopback provider that also rejects requests for which `refusal` returns a message, and answers others with a word.
 */
export const refusingProvider = (refusal: Refusal): Promise<LoopbackProvider> =>
  loopbackProvider((request): LoopbackReply => {
    const answer = refusal(request);
    if (answer === undefined) return "fine";
    return { fault: { kind: "status", status: answer.status ?? 400, body: errorBody(request, answer.message) } };
  });

const errorBody = ({ wire }: LoopbackRequest, message: string): object => {
  switch (wire) {
    case "anthropic":
      return { type: "error", error: { type: "invalid_request_error", message } };
    case "gemini":
      return { error: { code: 400, message, status: "INVALID_ARGUMENT" } };
    default:
      return { error: { message, type: "invalid_request_error", param: null, code: null } };
  }
};

/**
 * Location of a string in a body, in the notation of the wire's provider: `messages.17.content.2`,
 * `input[4].content[1]`.
 */
export const locationOf = ({ wire, body }: LoopbackRequest, text: string): string => {
  const [list, inner] = LISTS[wire];
  const items = body[list] as readonly Record<string, unknown>[];
  const at = items.findIndex((item) => JSON.stringify(item).includes(text));
  const parts = items[at]?.[inner];
  const part = Array.isArray(parts) ? parts.findIndex((one) => JSON.stringify(one).includes(text)) : -1;
  if (wire === "anthropic") return `messages.${at}${part === -1 ? "" : `.content.${part}`}`;
  return `${list}[${at}]${part === -1 ? "" : `.${inner}[${part}]`}`;
};

const LISTS = {
  anthropic: ["messages", "content"],
  "openai-chat": ["messages", "content"],
  "openai-responses": ["input", "content"],
  gemini: ["contents", "parts"],
} as const;

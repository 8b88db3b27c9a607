import { loopbackProvider, type LoopbackProvider, type LoopbackReply, type LoopbackRequest } from "coxswain/testing";

/** Why a request is refused: the provider's words, with where in the body it is to blame. */
export type Refusal = (request: LoopbackRequest) => { readonly message: string; readonly status?: number } | undefined;

/** A provider that also refuses what a test wants refused, and answers all else with a word. */
export const refusingProvider = (refusal: Refusal): Promise<LoopbackProvider> =>
  loopbackProvider((request): LoopbackReply => {
    const refused = refusal(request);
    if (refused === undefined) return "fine";
    return { fault: { kind: "status", status: refused.status ?? 400, body: errorBody(request, refused.message) } };
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

/** Where a text stands in a body, as the wire's provider writes places: `messages.17.content.2`, `input[4].content[1]`. */
export const placeOf = ({ wire, body }: LoopbackRequest, text: string): string => {
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

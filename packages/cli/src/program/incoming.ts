import type { PromptInput } from "coxswain";
import type { UserPart } from "coxswain/providers";
import { type Fields, isFields, isNested, truncatedJson } from "./json.ts";

/** A parsed line from the program. */
export type Incoming =
  | { readonly kind: "user"; readonly input: PromptInput; readonly when: "now" | "next" | "later"; readonly id?: string }
  /** A control request of the program. */
  | { readonly kind: "request"; readonly id: string; readonly request: Fields & { readonly subtype: string } }
  /** The program's response to a question. */
  | { readonly kind: "response"; readonly id: string; readonly response: unknown; readonly error?: string }
  | { readonly kind: "nothing" }
  /** The reason as a clause. */
  | { readonly kind: "invalid"; readonly problem: string };

/** Maximum nesting of a line, far above that of any valid message. */
const MAX_DEPTH = 200;

/** Parses a line. Never throws. */
export const incoming = (line: string | undefined): Incoming => {
  if (line === undefined) return invalid("is too long");
  const message = parse(line);
  if (message === undefined) return invalid("is not a JSON object");
  if (isNested(message, MAX_DEPTH)) return invalid(`is nested in more than ${MAX_DEPTH} levels`);
  switch (message["type"]) {
    case "user":
      return user(message);
    case "control_request":
      return request(message);
    case "control_response":
      return response(message);
    // No supported control request takes long enough to be canceled.
    case "control_cancel_request":
    case "keep_alive":
      return { kind: "nothing" };
    default:
      return invalid(`has an unknown type: ${truncatedJson(message["type"])}`);
  }
};

const invalid = (problem: string): Incoming => ({ kind: "invalid", problem });

const parse = (line: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const user = ({ message, priority = "later", uuid }: Fields): Incoming => {
  const input = userInput(isFields(message) ? message["content"] : undefined);
  if (input === undefined) return invalid("has no valid content: a string, or text and base64 image blocks");
  if (priority !== "now" && priority !== "next" && priority !== "later") return invalid("has an invalid priority: use now, next or later");
  return { kind: "user", input, when: priority, ...(typeof uuid === "string" && ID.test(uuid) ? { id: uuid } : {}) };
};

/** Matches a valid message id. */
const ID = /^[\w-]{8,64}$/;

const request = ({ request_id: id, request: asked }: Fields): Incoming => {
  if (typeof id !== "string") return invalid("has no request_id");
  const subtype = isFields(asked) ? asked["subtype"] : undefined;
  return isFields(asked) && typeof subtype === "string"
    ? { kind: "request", id, request: { ...asked, subtype } }
    : invalid("has no request with a subtype");
};

const response = ({ response: answer }: Fields): Incoming => {
  if (!isFields(answer)) return invalid("has no response");
  const { subtype, request_id: id, response: value, error } = answer;
  if (typeof id !== "string") return invalid("has a response without a request_id");
  if (subtype === "success") return { kind: "response", id, response: value };
  if (subtype !== "error") return invalid("has a response that is neither success nor error");
  return { kind: "response", id, response: undefined, error: typeof error === "string" ? error : "No reason given." };
};

/** Converts the content of an Anthropic message to a prompt. Undefined if a model cannot receive it. */
const userInput = (content: unknown): PromptInput | undefined => {
  if (typeof content === "string") return content.trim() === "" ? undefined : content;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const parts = content.map(partOf);
  return parts.every((part) => part !== undefined) ? parts : undefined;
};

const partOf = (block: unknown): UserPart | undefined => {
  if (!isFields(block)) return undefined;
  const { type, text, source } = block;
  if (type === "text") return typeof text === "string" ? { type, text } : undefined;
  if (type !== "image" || !isFields(source) || source["type"] !== "base64") return undefined;
  const { media_type: mediaType, data } = source;
  return typeof mediaType === "string" && typeof data === "string" ? { type, mediaType, data } : undefined;
};

import type { PromptInput } from "coxswain";
import { type Fields, isFields } from "./fields.ts";
import { isNested } from "./is-nested.ts";
import { truncatedJson } from "./truncated-json.ts";
import { userInput } from "./user-input.ts";

/** A parsed line from the program. */
export type Incoming =
  | { readonly kind: "user"; readonly input: PromptInput; readonly when: "now" | "next" | "later"; readonly id?: string }
  /** A control request of the program. */
  | { readonly kind: "request"; readonly id: string; readonly request: Fields & { readonly subtype: string } }
  /** The program's response to a question. */
  | { readonly kind: "response"; readonly id: string; readonly response: unknown; readonly error?: string }
  | { readonly kind: "nothing" }
  /** The reason as a clause. */
  | { readonly kind: "fault"; readonly fault: string };

/** Maximum nesting of a line, far above that of any valid message. */
const LEVELS = 200;

/** Parses a line. Never throws. */
export const incoming = (line: string | undefined): Incoming => {
  if (line === undefined) return fault("is too long");
  const message = parse(line);
  if (message === undefined) return fault("is not a JSON object");
  if (isNested(message, LEVELS)) return fault(`is nested in more than ${LEVELS} levels`);
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
      return fault(`has an unknown type: ${truncatedJson(message["type"])}`);
  }
};

const fault = (what: string): Incoming => ({ kind: "fault", fault: what });

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
  if (input === undefined) return fault("has no valid content: a string, or text and base64 image blocks");
  if (priority !== "now" && priority !== "next" && priority !== "later") return fault("has an invalid priority: use now, next or later");
  return { kind: "user", input, when: priority, ...(typeof uuid === "string" && ID.test(uuid) ? { id: uuid } : {}) };
};

/** Matches a valid message id. */
const ID = /^[\w-]{8,64}$/;

const request = ({ request_id: id, request: asked }: Fields): Incoming => {
  if (typeof id !== "string") return fault("has no request_id");
  const subtype = isFields(asked) ? asked["subtype"] : undefined;
  return isFields(asked) && typeof subtype === "string"
    ? { kind: "request", id, request: { ...asked, subtype } }
    : fault("has no request with a subtype");
};

const response = ({ response: answer }: Fields): Incoming => {
  if (!isFields(answer)) return fault("has no response");
  const { subtype, request_id: id, response: value, error } = answer;
  if (typeof id !== "string") return fault("has a response without a request_id");
  if (subtype === "success") return { kind: "response", id, response: value };
  if (subtype !== "error") return fault("has a response that is neither success nor error");
  return { kind: "response", id, response: undefined, error: typeof error === "string" ? error : "No reason given." };
};

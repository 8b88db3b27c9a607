import { firstRepeated, type JsonObject, objectsOf, textAt } from "./json.ts";
import { openAIImageFault } from "./openai-image.ts";
import { isSealOf } from "./seal.ts";
import { hasHalfPairs, textsIn } from "./texts-in.ts";
import type { WireError } from "./wire.ts";

/**
 * Returns the Responses API's error for an invalid request, worded as clients report it. Nothing is stored, so
 * references to past items fail.
 */
export const validateOpenAIResponses = (body: JsonObject, model: string): WireError | undefined => {
  const input = typeof body["input"] === "string" ? [{ role: "user", content: body["input"] }] : objectsOf(body["input"]);
  for (const rule of RULES) {
    const error = rule(input, body, model);
    if (error !== undefined) return { status: 400, ...error };
  }
  return undefined;
};

type Rule = (
  input: readonly JsonObject[],
  body: JsonObject,
  model: string,
) => (Omit<WireError, "status"> & { status?: number }) | undefined;

const request: Rule = (input, body) => {
  if (hasHalfPairs(body)) return { message: "We could not parse the JSON body of your request." };
  const limit = body["max_output_tokens"];
  if (body["previous_response_id"] != null) {
    return {
      message: `Previous response with id '${textAt(body, "previous_response_id")}' not found.`,
      param: "previous_response_id",
      code: "previous_response_not_found",
    };
  }
  if (input.length === 0)
    return { message: 'One of "input" or "previous_response_id" must be provided.', code: "missing_required_parameter" };
  if (typeof limit === "number" && limit < 16) {
    return {
      message: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`,
      param: "max_output_tokens",
      code: "integer_below_min_value",
    };
  }
  return undefined;
};

const items: Rule = (input) => {
  const reference = input.find(({ type }) => type === "item_reference");
  if (reference !== undefined) {
    return {
      status: 404,
      message: `Item with id '${textAt(reference, "id")}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
      param: "input",
    };
  }
  const repeated = firstRepeated(input.flatMap((item) => (item["id"] === undefined ? [] : [textAt(item, "id")])));
  if (repeated !== undefined) {
    return { message: `Duplicate item found with id ${repeated}. Remove duplicate items from your input and try again.`, param: "input" };
  }
  const at = input.findIndex(
    ({ role, content }) => role !== undefined && (content === undefined || (Array.isArray(content) && content.length === 0)),
  );
  return at === -1 ? undefined : { message: `Missing required parameter: 'input[${at}].content'.`, param: `input[${at}].content` };
};

/** Maximum number of characters per string: https://github.com/VectorlyApp/bluebox/issues/31 */
const LONGEST = 10_485_760;

const contents: Rule = (input) => {
  for (const [at, item] of input.entries()) {
    for (const part of [...objectsOf(item["content"]), ...objectsOf(item["output"])]) {
      // https://platform.openai.com/docs/guides/images-vision
      const fault = part["type"] === "input_image" ? openAIImageFault(part["image_url"]) : undefined;
      if (fault !== undefined) return { ...fault, param: `input[${at}]` };
    }
    if (item["type"] === "reasoning") continue;
    for (const text of textsIn(item)) {
      if (text.length <= LONGEST || text.startsWith("data:image/")) continue;
      return {
        message: `Invalid 'input[${at}].content': string too long. Expected a string with maximum length ${LONGEST}, but got a string with length ${text.length} instead.`,
        param: `input[${at}].content`,
        code: "string_above_max_length",
      };
    }
  }
  return undefined;
};

/**
 * https://platform.openai.com/docs/api-reference/responses/create: `call_id` has up to 64 characters, `name` is a valid
 * tool name.
 */
const callFields: Rule = (input) => {
  for (const [at, item] of input.entries()) {
    const id = item["call_id"];
    if (typeof id === "string" && (id.length > 64 || id === "")) {
      const [side, word, limit] = id === "" ? ["short", "minimum", 1] : ["long", "maximum", 64];
      return {
        message: `Invalid 'input[${at}].call_id': string too ${side}. Expected a string with ${word} length ${limit}, but got a string with length ${id.length} instead.`,
        param: `input[${at}].call_id`,
        code: `string_${id === "" ? "below_min" : "above_max"}_length`,
      };
    }
    if (item["type"] !== "function_call") continue;
    if (typeof item["name"] !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(item["name"])) {
      return {
        message: `Invalid 'input[${at}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        param: `input[${at}].name`,
        code: "invalid_value",
      };
    }
    if (typeof item["arguments"] !== "string") {
      return {
        message: `Invalid type for 'input[${at}].arguments': expected a string.`,
        param: `input[${at}].arguments`,
        code: "invalid_type",
      };
    }
  }
  return undefined;
};

const toolPairs: Rule = (input) => {
  const calls = input.filter(({ type }) => type === "function_call").map((item) => textAt(item, "call_id"));
  const repeated = firstRepeated(calls);
  if (repeated !== undefined) return { message: `Duplicate function call with call_id ${repeated}.`, param: "input" };

  const open = new Set<string>();
  for (const item of input) {
    const id = textAt(item, "call_id");
    if (item["type"] === "function_call") open.add(id);
    if (item["type"] === "function_call_output" && !open.delete(id)) {
      return { message: `No tool call found for function call output with call_id ${id}.`, param: "input" };
    }
  }
  const [unanswered] = open;
  return unanswered === undefined ? undefined : { message: `No tool output found for function call ${unanswered}.`, param: "input" };
};

const reasoning: Rule = (input, _body, model) => {
  for (const [at, item] of input.entries()) {
    if (item["type"] !== "reasoning") continue;
    const id = textAt(item, "id");
    if (!isSealOf(model, item["encrypted_content"])) {
      return { message: `The encrypted content for item ${id} could not be verified.`, code: "invalid_encrypted_content" };
    }
    const next = input[at + 1];
    if (next?.["type"] !== "reasoning" && next?.["type"] !== "function_call" && next?.["role"] !== "assistant") {
      return { message: `Item '${id}' of type 'reasoning' was provided without its required following item.`, param: "input" };
    }
  }
  return undefined;
};

const tools: Rule = (_input, body) => {
  for (const [at, { type, name }] of objectsOf(body["tools"]).entries()) {
    if (type !== "function" || (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name))) continue;
    const param = `tools[${at}].name`;
    return { message: `Invalid '${param}': string does not match pattern '^[a-zA-Z0-9_-]+$'.`, param, code: "invalid_value" };
  }
  return undefined;
};

const RULES: readonly Rule[] = [request, items, contents, callFields, toolPairs, reasoning, tools];

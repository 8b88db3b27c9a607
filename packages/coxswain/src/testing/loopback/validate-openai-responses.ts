import { firstRepeated, type JsonObject, objectsOf, textAt } from "./json.ts";
import { isSealOf } from "./seal.ts";
import type { WireError } from "./wire.ts";

/** The Responses API's own words for what it refuses, as clients report them. Nothing is ever stored here, so references to past items fail. */
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

const RULES: readonly Rule[] = [request, items, toolPairs, reasoning, tools];

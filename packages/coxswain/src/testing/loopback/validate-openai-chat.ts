import { reasoningFault } from "./chat-reasoning.ts";
import { firstRepeated, type JsonObject, objectsOf, textAt } from "./json.ts";
import { openAIImageFault } from "./openai-image.ts";
import { hasHalfPairs } from "./texts-in.ts";
import type { WireError } from "./wire.ts";

/** Returns the Chat Completions API's error for an invalid request, worded as clients report it. */
export const validateOpenAIChat = (body: JsonObject, model = ""): WireError | undefined => {
  const messages = objectsOf(body["messages"]);
  for (const rule of RULES) {
    const error = rule(messages, body, model);
    if (error !== undefined) return { status: 400, ...error };
  }
  return undefined;
};

type Rule = (messages: readonly JsonObject[], body: JsonObject, model: string) => Omit<WireError, "status"> | undefined;

const json: Rule = (_messages, body) =>
  hasHalfPairs(body)
    ? {
        message:
          "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly.)",
      }
    : undefined;

const roles: Rule = (messages) => {
  if (messages.length === 0) {
    return { message: "Invalid 'messages': empty array. Expected an array with minimum length 1.", param: "messages", code: "empty_array" };
  }
  const at = messages.findIndex(({ role }) => !ROLES.has(role));
  if (at === -1) return undefined;
  return { message: `Invalid value: '${textAt(messages[at], "role")}'.`, param: `messages[${at}].role`, code: "invalid_value" };
};

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool"]);

const content: Rule = (messages) => {
  for (const [at, { role, content: body, tool_calls }] of messages.entries()) {
    const param = `messages[${at}].content`;
    if (Array.isArray(body) && body.length === 0) {
      return { message: `Invalid '${param}': empty array. Expected an array with minimum length 1.`, param, code: "empty_array" };
    }
    if (body === undefined || body === null) {
      if (role === "assistant" && tool_calls !== undefined) continue;
      return { message: "Invalid value for 'content': expected a string, got null.", param };
    }
    // https://github.com/gptscript-ai/clio/issues/41
    const parts: readonly JsonObject[] = typeof body === "string" ? [{ text: body }] : objectsOf(body);
    for (const [index, part] of parts.entries()) {
      const { text, image_url: image } = part;
      if (typeof text === "string" && text.length > LONGEST) {
        const where = typeof body === "string" ? param : `${param}[${index}].text`;
        return {
          message: `Invalid '${where}': string too long. Expected a string with maximum length ${LONGEST}, but got a string with length ${text.length} instead.`,
          param: where,
          code: "string_above_max_length",
        };
      }
      if (image === undefined) continue;
      // https://platform.openai.com/docs/guides/images-vision
      if (role !== "user") {
        return {
          message: `Invalid 'messages[${at}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${String(role)}' contains an image URL.`,
          param: `messages[${at}]`,
        };
      }
      const fault = openAIImageFault((image as JsonObject)["url"]);
      if (fault !== undefined) return { ...fault, param: `${param}[${index}].image_url` };
    }
  }
  return undefined;
};

/** Maximum number of characters per string. */
const LONGEST = 1_048_576;

const calls: Rule = (messages) => {
  const all = messages.flatMap(({ tool_calls }) => objectsOf(tool_calls));
  const repeated = firstRepeated(all.map((call) => textAt(call, "id")));
  if (repeated !== undefined) return { message: `Duplicate tool call id '${repeated}' in messages.`, param: "messages" };

  for (const [at, { tool_calls }] of messages.entries()) {
    const param = `messages[${at}].tool_calls`;
    if (Array.isArray(tool_calls) && tool_calls.length === 0) {
      return { message: `Invalid '${param}': empty array. Expected an array with minimum length 1.`, param, code: "empty_array" };
    }
    for (const [index, { id, function: called }] of objectsOf(tool_calls).entries()) {
      if (typeof id !== "string" || id.length > 40) {
        return {
          message: `Invalid '${param}[${index}].id': string too long. Expected a string with maximum length 40.`,
          param: `${param}[${index}].id`,
          code: "string_above_max_length",
        };
      }
      const { name } = (called ?? {}) as JsonObject;
      // https://platform.openai.com/docs/api-reference/chat/create: letters, digits, underscores and dashes, up to 64.
      if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
        return {
          message: `Invalid '${param}[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          param: `${param}[${index}].function.name`,
          code: "invalid_value",
        };
      }
      if (typeof (called as JsonObject | undefined)?.["arguments"] !== "string") {
        return {
          message: "Invalid type for 'arguments': expected a string.",
          param: `${param}[${index}].function.arguments`,
          code: "invalid_type",
        };
      }
    }
  }
  return undefined;
};

const toolPairs: Rule = (messages) => {
  let open: unknown[] = [];
  for (const [at, { role, tool_call_id, tool_calls }] of messages.entries()) {
    if (role === "tool") {
      if (!open.includes(tool_call_id)) {
        return {
          message: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          param: `messages.[${at}].role`,
        };
      }
      open = open.filter((id) => id !== tool_call_id);
      continue;
    }
    if (open.length > 0) break;
    open = objectsOf(tool_calls).map(({ id }) => id);
  }
  if (open.length === 0) return undefined;
  return {
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
    param: "messages",
  };
};

const tools: Rule = (_messages, body) => {
  for (const [at, { function: tool }] of objectsOf(body["tools"]).entries()) {
    const name = (tool as JsonObject | undefined)?.["name"];
    if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) continue;
    const param = `tools[${at}].function.name`;
    return { message: `Invalid '${param}': string does not match pattern '^[a-zA-Z0-9_-]+$'.`, param, code: "invalid_value" };
  }
  return undefined;
};

const reasoning: Rule = (messages, body, model) => {
  const message = reasoningFault(messages, body, model);
  return message === undefined ? undefined : { message, code: "invalid_request_error" };
};

const RULES: readonly Rule[] = [json, roles, content, calls, toolPairs, tools, reasoning];

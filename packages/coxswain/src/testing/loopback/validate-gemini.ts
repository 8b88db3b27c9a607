import { firstRepeated, isObject, type JsonObject, objectsOf, textAt } from "./json.ts";
import { pictureOf } from "./picture.ts";
import { isSealOf } from "./seal.ts";
import { bytesIn, hasHalfPairs } from "./texts-in.ts";
import type { WireError } from "./wire.ts";

/** Returns the Gemini API's error for an invalid request, worded as clients report it. */
export const validateGemini = (body: JsonObject, model: string): WireError | undefined => {
  // https://ai.google.dev/gemini-api/docs/files: 20 MB including inline data.
  if (bytesIn(body) > LARGEST_REQUEST) return { status: 400, message: `Request payload size exceeds the limit: ${LARGEST_REQUEST} bytes.` };
  if (hasHalfPairs(body)) return { status: 400, message: "Invalid JSON payload received." };
  const contents = objectsOf(body["contents"]);
  for (const rule of RULES) {
    const message = rule(contents, model);
    if (message !== undefined) return { status: 400, message };
  }
  return undefined;
};

const LARGEST_REQUEST = 20_971_520;

type Rule = (contents: readonly JsonObject[], model: string) => string | undefined;

const roles: Rule = (contents) => {
  if (contents.length === 0) return "* GenerateContentRequest.contents: contents is not specified";
  if (contents.some(({ role }) => role !== undefined && role !== "user" && role !== "model"))
    return "Please use a valid role: user, model.";
  return contents.at(-1)?.["role"] === "model"
    ? "Please ensure that single turn requests end with a user role or the role field is empty."
    : undefined;
};

const parts: Rule = (contents) => {
  for (const [at, content] of contents.entries()) {
    const items = objectsOf(content["parts"]);
    if (items.length === 0) return `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`;
    const empty = items.findIndex((part) => !DATA.some((field) => part[field] !== undefined));
    if (empty !== -1) {
      return `* GenerateContentRequest.contents[${at}].parts[${empty}].data: required oneof field 'data' must have one initialized field`;
    }
  }
  return undefined;
};

const DATA = ["text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult"];

/**
 * https://ai.google.dev/gemini-api/docs/image-understanding: GIF is not supported. Message:
 * https://github.com/charmbracelet/crush/issues/995.
 */
const images: Rule = (contents) => {
  for (const content of contents) {
    const responses = fieldsOf(content, "functionResponse").flatMap((response) => fieldsOf(response, "inlineData"));
    for (const { mimeType, data } of [...fieldsOf(content, "inlineData"), ...responses]) {
      if (!IMAGE_TYPES.has(mimeType)) return `Unsupported MIME type: ${String(mimeType)}`;
      const picture = pictureOf(data);
      if (picture.type !== mimeType || picture.side > 8000) return "Provided image is not valid.";
    }
  }
  return undefined;
};

const IMAGE_TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"]);

/**
 * https://ai.google.dev/api/caching#FunctionCall: the name is valid as a declaration's, the arguments are an object.
 */
const callFields: Rule = (contents) => {
  for (const [at, content] of contents.entries()) {
    for (const [index, part] of objectsOf(content["parts"]).entries()) {
      const { functionCall, functionResponse } = part;
      const { name } = (functionCall ?? functionResponse ?? { name: "none" }) as JsonObject;
      if (typeof name !== "string" || !/^[a-zA-Z_][\w.:-]{0,63}$/.test(name)) {
        return `* GenerateContentRequest.contents[${at}].parts[${index}].function_call.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`;
      }
      if (isObject(functionCall) && !isObject(functionCall["args"])) {
        return `Invalid value at 'contents[${at}].parts[${index}].function_call.args' (type.googleapis.com/google.protobuf.Struct)`;
      }
    }
  }
  return undefined;
};

// https://ai.google.dev/gemini-api/docs/function-calling: the next turn has the responses to all calls.
const functionTurns: Rule = (contents) => {
  const ids = contents
    .flatMap((content) => fieldsOf(content, "functionCall"))
    .flatMap((call) => (call["id"] === undefined ? [] : [textAt(call, "id")]));
  const repeated = firstRepeated(ids);
  if (repeated !== undefined) return `Duplicate function call id: ${repeated}.`;

  for (const [at, content] of contents.entries()) {
    const calls = fieldsOf(content, "functionCall");
    const responses = fieldsOf(content, "functionResponse");
    if (calls.length > 0) {
      if (at === 0 || contents[at - 1]?.["role"] === "model") {
        return "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
      }
      if (!answers(calls, fieldsOf(contents[at + 1], "functionResponse"))) return UNEQUAL;
    }
    if (responses.length > 0 && fieldsOf(contents[at - 1], "functionCall").length === 0) {
      return "Please ensure that function response turn comes immediately after a function call turn.";
    }
  }
  return undefined;
};

const UNEQUAL =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";

/** Returns whether each call has one response, matched by ID if both have one, else by name. */
const answers = (calls: readonly JsonObject[], responses: readonly JsonObject[]): boolean => {
  const open = [...responses];
  for (const { id, name } of calls) {
    const at = open.findIndex((response) =>
      id === undefined || response["id"] === undefined ? response["name"] === name : response["id"] === id,
    );
    if (at === -1) return false;
    open.splice(at, 1);
  }
  return open.length === 0;
};

/**
 * From Gemini 3, each step of the current turn must include its signature.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const signatures: Rule = (contents, model) => {
  const turnStart = contents.findLastIndex((content) => content["role"] !== "model" && fieldsOf(content, "functionResponse").length === 0);
  for (const [at, content] of contents.entries()) {
    const signed = objectsOf(content["parts"]).filter((part) => part["thoughtSignature"] !== undefined);
    if (signed.some(({ thoughtSignature }) => thoughtSignature !== UNSIGNED && !isSealOf(model, thoughtSignature))) {
      return "Corrupted thought signature.";
    }
    const call = objectsOf(content["parts"]).find((part) => isObject(part["functionCall"]));
    if (at > turnStart && call !== undefined && call["thoughtSignature"] === undefined && /^gemini-([3-9]|\d\d)/.test(model)) {
      const name = textAt(call["functionCall"] as JsonObject, "name");
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`.`;
    }
  }
  return undefined;
};

/** The documented placeholder signature for a call of another model. */
const UNSIGNED = "skip_thought_signature_validator";

const RULES: readonly Rule[] = [roles, parts, images, callFields, functionTurns, signatures];

const fieldsOf = (content: JsonObject | undefined, field: string): readonly JsonObject[] =>
  objectsOf(content?.["parts"])
    .map((part) => part[field])
    .filter(isObject);

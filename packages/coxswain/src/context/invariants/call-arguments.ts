import type { AssistantMessage, AssistantPart, ToolCallPart } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";

/** Maximum nesting of objects and lists. Gemini's API reads a hundred levels in a whole request. */
const DEEPEST = 32;

/** Maximum characters of all strings in one call's arguments: the limit of OpenAI's API for one string. */
const LONGEST = 2 ** 20;

/**
 * Makes the arguments of each call an object within the depth and length limits of providers. Other arguments that a
 * model wrote are wrapped in an object.
 */
export const callArguments: Invariant = {
  name: "call arguments",
  enforce: (messages, { edits }) =>
    messages.map((message) =>
      message.role === "assistant" && message.content.some(isFaulty)
        ? edits.once(message, "arguments", () => withObjects(message))
        : message,
    ),
};

const isFaulty = (part: AssistantPart): part is ToolCallPart => part.type === "tool_call" && !(isObject(part.input) && fits(part.input));

const isObject = (input: unknown): boolean => typeof input === "object" && input !== null && !Array.isArray(input);

const withObjects = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.map((part) => (isFaulty(part) ? wrapped(part) : part)),
});

const wrapped = (call: ToolCallPart): ToolCallPart => ({
  ...call,
  input: { invalid_arguments: fits(call.input) ? (call.input ?? null) : "(omitted: too long or nested too deeply)" },
});

const fits = (input: unknown): boolean => {
  let characters = 0;
  const walk = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") return (characters += value.length) <= LONGEST;
    if (typeof value !== "object" || value === null) return true;
    if (depth === DEEPEST) return false;
    if (Array.isArray(value)) return value.every((item) => walk(item, depth + 1));
    return Object.entries(value).every(([key, item]) => walk(key, depth) && walk(item, depth + 1));
  };
  return walk(input, 0);
};

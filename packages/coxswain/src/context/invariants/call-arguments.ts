import type { AssistantMessage, AssistantPart, ToolCallPart } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";

/** Levels of objects and lists inside each other. Gemini's API reads a hundred in the whole of a request. */
const DEEPEST = 32;

/** Characters of all texts in one call's arguments: what OpenAI's API takes of one text. */
const LONGEST = 2 ** 20;

/**
 * The arguments of each call are an object, neither deeper nor longer than providers read. What a model wrote that is
 * no object goes back to it inside of one.
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
  input: { invalid_arguments: fits(call.input) ? (call.input ?? null) : "(left out: they were too long, or too deep)" },
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

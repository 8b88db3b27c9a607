import type { AssistantMessage, ToolCallPart } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";

/** The arguments of each call are an object. What a model wrote that is none goes back to it inside of one. */
export const callArguments: Invariant = {
  name: "call arguments",
  enforce: (messages, { edits }) =>
    messages.map((message) =>
      message.role === "assistant" && message.content.some((part) => part.type === "tool_call" && !isObject(part.input))
        ? edits.once(message, "arguments", () => withObjects(message))
        : message,
    ),
};

const isObject = (input: unknown): boolean => typeof input === "object" && input !== null && !Array.isArray(input);

const withObjects = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.map((part) => (part.type === "tool_call" && !isObject(part.input) ? wrapped(part) : part)),
});

const wrapped = (call: ToolCallPart): ToolCallPart => ({ ...call, input: { invalid_arguments: call.input ?? null } });

import type { JsonObject } from "./json.ts";
import type { Wire } from "./request.ts";
import { seal } from "./seal.ts";

/** One step of a conversation, independent of the wire. */
export type Step =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly string[] }
  | { readonly role: "results"; readonly ids: readonly string[] };

/** Returns a request with these steps as its history. */
export const requestOf = (wire: Wire, steps: readonly Step[], model: string): JsonObject => {
  switch (wire) {
    case "anthropic":
      return { model, max_tokens: 1024, stream: true, messages: steps.map(anthropicMessage) };
    case "openai-chat":
      return { model, stream: true, messages: steps.flatMap(chatMessages) };
    case "openai-responses":
      return { model, stream: true, store: false, input: steps.flatMap(responsesItems) };
    case "gemini":
      return { contents: steps.map((step) => geminiContent(step, model)) };
  }
};

const anthropicMessage = (step: Step): JsonObject => {
  switch (step.role) {
    case "user":
      return { role: "user", content: step.text };
    case "assistant":
      return {
        role: "assistant",
        content: [{ type: "text", text: step.text }, ...step.calls.map((id) => ({ type: "tool_use", id, name: "ls", input: {} }))],
      };
    case "results":
      return { role: "user", content: step.ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "fine" })) };
  }
};

const chatMessages = (step: Step): JsonObject[] => {
  switch (step.role) {
    case "user":
      return [{ role: "user", content: step.text }];
    case "assistant": {
      const calls = step.calls.map((id) => ({ id, type: "function", function: { name: "ls", arguments: "{}" } }));
      return [{ role: "assistant", content: step.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
    }
    case "results":
      return step.ids.map((id) => ({ role: "tool", tool_call_id: id, content: "fine" }));
  }
};

const responsesItems = (step: Step): JsonObject[] => {
  switch (step.role) {
    case "user":
      return [{ role: "user", content: [{ type: "input_text", text: step.text }] }];
    case "assistant":
      return [
        { role: "assistant", content: [{ type: "output_text", text: step.text }] },
        ...step.calls.map((id) => ({ type: "function_call", call_id: id, name: "ls", arguments: "{}" })),
      ];
    case "results":
      return step.ids.map((id) => ({ type: "function_call_output", call_id: id, output: "fine" }));
  }
};

const geminiContent = (step: Step, model: string): JsonObject => {
  switch (step.role) {
    case "user":
      return { role: "user", parts: [{ text: step.text }] };
    case "assistant": {
      const calls = step.calls.map((id, index) => ({
        functionCall: { id, name: "ls", args: {} },
        ...(index === 0 ? { thoughtSignature: seal(model, 1) } : {}),
      }));
      return { role: "model", parts: [{ text: step.text }, ...calls] };
    }
    case "results":
      return { role: "user", parts: step.ids.map((id) => ({ functionResponse: { id, name: "ls", response: { content: "fine" } } })) };
  }
};

import { type AssistantMessage, toolCalls, type ToolMessage } from "../../model/index.ts";
import type { ConversationMessage, Invariant } from "../invariant.ts";

/**
 * Makes call names valid for every provider: up to 64 letters, digits, `_` and `-`, starting with a letter or `_`. A
 * result has the name of its call: Gemini matches results to calls by name.
 */
export const callNames: Invariant = {
  name: "call names",
  enforce(messages, { edits }) {
    // The results of a message's calls follow it in the order of the calls.
    let names: Iterator<string> = [].values();
    return messages.map((message): ConversationMessage => {
      if (message.role === "user") return message;
      if (message.role === "tool") {
        const name: string = names.next().value ?? message.name;
        return name === message.name ? message : edits.once(message, `name ${name}`, (): ToolMessage => ({ ...message, name }));
      }
      const calls = toolCalls(message);
      if (calls.length === 0) return message;
      names = calls.map(({ name }) => portable(name)).values();
      return calls.every(({ name }) => NAME.test(name)) ? message : edits.once(message, "names", () => renamed(message));
    });
  },
};

const NAME = /^[a-zA-Z_][\w-]{0,63}$/;

const portable = (name: string): string => {
  if (NAME.test(name)) return name;
  const letters = name.replaceAll(/[^\w-]+/g, "_") || "unnamed";
  return (/^[a-zA-Z_]/.test(letters) ? letters : `_${letters}`).slice(0, 64);
};

const renamed = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.map((part) => (part.type === "tool_call" ? { ...part, name: portable(part.name) } : part)),
});

import type { UserMessage } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";

/** Makes the first message a user message, if necessary by adding a note before it. */
export const userFirst: Invariant = {
  name: "user first",
  enforce(messages, { settled }) {
    const first = settled.messages[0] ?? messages[0];
    return first === undefined || first.role === "user" ? messages : [NOTE, ...messages];
  },
};

const NOTE: UserMessage = Object.freeze({
  role: "user",
  content: Object.freeze([Object.freeze({ type: "text", text: "(The beginning of the conversation is omitted.)" })]),
});

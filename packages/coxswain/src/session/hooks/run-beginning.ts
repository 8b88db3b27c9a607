import type { Queued } from "../../loop/index.ts";
import { textOf, type UserPart } from "../../model/index.ts";
import type { HookDeniedError } from "../../hooks/index.ts";

/** How a run begins, or that it does not. */
export type RunBeginning =
  | { readonly kind: "denied"; readonly error: HookDeniedError }
  | {
      readonly kind: "go";
      readonly messages: readonly Queued[];
      /** What was said and is told in none of them: hooks made one message of all. */
      readonly joined: readonly Queued[];
      /** Added to its system prompt. */
      readonly system?: string;
    };

/** The text of what was said to a run. */
export const promptOf = (messages: readonly Queued[]): string => messages.map(({ message }) => textOf(message)).join("\n\n");

/** What was said, with this text in place of all its texts: one message, and its other parts after it. */
export const withPrompt = (messages: readonly Queued[], text: string): Omit<Extract<RunBeginning, { kind: "go" }>, "kind" | "system"> => {
  const [first, ...joined] = messages;
  if (first === undefined) return { messages, joined };
  const others = messages.flatMap(({ message }) => message.content.filter((part) => part.type !== "text"));
  const content: readonly UserPart[] = [{ type: "text", text }, ...others];
  const { source } = first.message;
  return { messages: [{ id: first.id, message: { role: "user", content, ...(source === undefined ? {} : { source }) } }], joined };
};

// A model for trees of agents: its reply depends only on the last message, so that agents can run concurrently.
import { type Reply, scriptedModel, textOf } from "coxswain";
import { type ModelRequest } from "coxswain/providers";

/** Replies to a message with the reply under its text, and to a tool's result with its text and "done". */
export const modelReplying = (replies: Readonly<Record<string, Reply>>, info: Parameters<typeof scriptedModel>[1] = {}) =>
  scriptedModel(({ messages }: ModelRequest) => {
    const last = messages.at(-1);
    const text = last === undefined ? "" : textOf(last);
    return last?.role === "tool" ? `${text}, done` : (replies[text] ?? `${text}!`);
  }, info);

/** A reply that calls `explore` once for each string. */
export const exploreCalls = (...strings: readonly string[]): Reply => ({
  calls: strings.map((text) => ({ name: "explore", input: { text } })),
});

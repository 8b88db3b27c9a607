// A model for agents in a tree: what it says depends on what it is told last, so that many may be asked at once.
import { type Reply, scriptedModel, textOf } from "coxswain";
import { type ModelRequest } from "coxswain/providers";

/** Answers a message by what stands here for its text, a tool's result with its text and "done". */
export const replying = (replies: Readonly<Record<string, Reply>>, info: Parameters<typeof scriptedModel>[1] = {}) =>
  scriptedModel(({ messages }: ModelRequest) => {
    const last = messages.at(-1);
    const text = last === undefined ? "" : textOf(last);
    return last?.role === "tool" ? `${text}, done` : (replies[text] ?? `${text}!`);
  }, info);

/** A reply that calls `explore` once for each text. */
export const explores = (...texts: readonly string[]): Reply => ({
  calls: texts.map((text) => ({ name: "explore", input: { text } })),
});

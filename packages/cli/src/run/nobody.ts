import type { Ask } from "coxswain";
import { howToAllow } from "../prompt/index.ts";
import type { Approver } from "./present.ts";

const ask: Ask = async (question) => ({
  kind: "unanswered",
  reason:
    `${question.reasons.join("; ")}, and nobody is here to be asked. Do not try it again in other words: ` +
    `do what you can without it, and say at the end what was left undone. ${howToAllow([question])}`,
});

/** Where nobody is there: what would be asked is denied, and both the model and the person who reads of it later are told how it can be allowed. */
export const nonInteractive: Approver = { tools: [], ask: Object.assign(ask, { nobody: true } as const) };

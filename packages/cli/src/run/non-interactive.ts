import type { Ask } from "coxswain";
import { howToAllow } from "../prompt/index.ts";
import type { Approver } from "./approver.ts";

const ask: Ask = async (question) => ({
  kind: "unanswered",
  reason:
    `${question.reasons.join("; ")}, and no user can be asked. Do not retry it in another form: ` +
    `continue without it, and report at the end what is not done. ${howToAllow([question])}`,
});

/** The approver without a user: denies each question, and tells the model and the user how to allow the call. */
export const nonInteractive: Approver = { tools: [], ask: Object.assign(ask, { nobody: true } as const) };

import type { Ask } from "coxswain";
import { howToAllow } from "../prompt/index.ts";
import type { Approver } from "./approver.ts";

const ask: Ask = async (question) => ({
  kind: "unanswered",
  reason:
    `${question.reasons.join("; ")}, and no user can be asked. Do not retry it in another form: ` +
    `continue without it, and report at the end what is not done. ${howToAllow([question])}`,
});

/** Where nobody is there: what would be asked is denied, and both the model and the person who reads of it later are told how it can be allowed. */
export const nonInteractive: Approver = { tools: [], ask: Object.assign(ask, { nobody: true } as const) };

import { asRecord } from "../../base/index.ts";
import { NO_REASON } from "../no-reason.ts";
import { parseOutput } from "../shell/index.ts";

/** What a hook of Claude's wrote that ended with code 0. What is not here changes nothing there that is here. */
export interface ClaudeOutput {
  /** Other words than an object. */
  readonly text?: string;
  /** Why nothing is to go on: `continue` is false. */
  readonly stop?: string;
  /** Why it is blocked. */
  readonly block?: string;
  /** What is decided of a call, and why. */
  readonly decision?: { readonly kind: "allow" | "deny" | "ask"; readonly reason: string };
  /** Other arguments of a call. */
  readonly input?: unknown;
  /** To be told to the model. */
  readonly context?: string;
}

/** @throws when it has no meaning */
export const readClaudeOutput = (output: string): ClaudeOutput => {
  const answer = parseOutput(output);
  if (answer === undefined) return output.trim() === "" ? {} : { text: output.trim() };
  const special = asRecord(answer["hookSpecificOutput"]);
  const context = textOf(special["additionalContext"]);
  return {
    ...(answer["continue"] === false ? { stop: textOf(answer["stopReason"]) ?? NO_REASON } : {}),
    ...blocking(answer),
    ...deciding(special),
    ...(special["updatedInput"] === undefined ? {} : { input: special["updatedInput"] }),
    ...(context === undefined ? {} : { context }),
  };
};

/** `approve` allows nothing that the policy would not. */
const blocking = ({ decision, reason }: Readonly<Record<string, unknown>>): Pick<ClaudeOutput, "block"> => {
  if (decision === undefined || decision === null || decision === "approve" || decision === "allow") return {};
  if (decision === "block" || decision === "deny") return { block: textOf(reason) ?? NO_REASON };
  throw new Error(`its decision ${JSON.stringify(decision)} is not known`);
};

const deciding = (special: Readonly<Record<string, unknown>>): Pick<ClaudeOutput, "decision"> => {
  const kind = special["permissionDecision"];
  const reason = textOf(special["permissionDecisionReason"]) ?? NO_REASON;
  if (kind === undefined || kind === null) return {};
  if (kind === "allow" || kind === "deny" || kind === "ask") return { decision: { kind, reason } };
  throw new Error(`its decision ${JSON.stringify(kind)} is not known`);
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value : undefined);

import { asRecord } from "../../base/index.ts";
import { NO_REASON } from "../no-reason.ts";
import { parseOutput } from "../shell/index.ts";

/** Output of a Claude Code hook that exited with code 0. Fields that have no effect here are omitted. */
export interface ClaudeOutput {
  /** Output that is not an object. */
  readonly text?: string;
  /** Reason to stop: `continue` is false. */
  readonly stop?: string;
  /** Reason of a block. */
  readonly block?: string;
  /** Decision on a call, with its reason. */
  readonly decision?: { readonly kind: "allow" | "deny" | "ask"; readonly reason: string };
  /** Replacement input of a call. */
  readonly input?: unknown;
  /** Message for the model. */
  readonly context?: string;
}

/**
 * Parses the output of a hook.
 * @throws when it is invalid
 */
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

/** `approve` grants no permission beyond the policy. */
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

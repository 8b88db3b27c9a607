import { isDeepStrictEqual } from "node:util";
import type { Answer, PermissionMode, Question } from "coxswain";
import { findMode } from "../stream-json/index.ts";
import { type Fields, isFields, truncatedJson } from "./json.ts";

/** A program's answer to a question. */
export interface ProgramAnswer {
  readonly answer: Answer;
  /** Set if the run must be interrupted. */
  readonly interrupt?: true;
  /** The permission mode from now on. */
  readonly mode?: PermissionMode;
  /** Ignored parts of the answer, one clause each. */
  readonly ignored: readonly string[];
}

/** Parses Claude Code's `PermissionResult`. Invalid input allows nothing. */
export const programAnswer = (question: Question, response: unknown): ProgramAnswer => {
  const fields = isFields(response) ? response : {};
  switch (fields["behavior"]) {
    case "allow":
      return allowed(question, fields);
    case "deny": {
      const { message, interrupt } = fields;
      const reason = typeof message === "string" && message.trim() !== "" ? { reason: message } : {};
      return { answer: { kind: "deny", ...reason }, ...(interrupt === true ? { interrupt } : {}), ignored: [] };
    }
    default:
      return unanswered("The client neither allowed nor denied it.", ["has an invalid behavior: use allow or deny"]);
  }
};

const unanswered = (reason: string, ignored: readonly string[]): ProgramAnswer => ({ answer: { kind: "unanswered", reason }, ignored });

/** Allows only the arguments in the question, because the policy has not judged any others. */
const allowed = (question: Question, { updatedInput, updatedPermissions }: Fields): ProgramAnswer => {
  if (updatedInput !== undefined && updatedInput !== null && !isDeepStrictEqual(updatedInput, asJson(question.input))) {
    const why = "The client changed the arguments; only the requested arguments can be allowed.";
    return unanswered(why, ["changes the arguments, so the call is denied"]);
  }
  const updates: readonly unknown[] = Array.isArray(updatedPermissions) ? updatedPermissions : [];
  const applied = updates.map((update) => applyUpdate(update, question));
  const rules = [...new Set(applied.flatMap((one) => one.rules ?? []))];
  const scopes = new Set(applied.flatMap((one) => one.scope ?? []));
  const scope = SCOPES.find((one) => scopes.has(one));
  const mode = applied.findLast((one) => one.mode !== undefined)?.mode;
  return {
    answer: scope === undefined || rules.length === 0 ? { kind: "once" } : { kind: scope, rules },
    ...(mode === undefined ? {} : { mode }),
    ignored: applied.flatMap((one) => one.ignored ?? []),
  };
};

/** Shortest-lived first. If an answer names several, the first one applies to all rules. */
const SCOPES = ["session", "project", "always"] as const;

const DESTINATIONS: Readonly<Record<string, (typeof SCOPES)[number]>> = {
  session: "session",
  localSettings: "project",
  projectSettings: "project",
  userSettings: "always",
};

interface AppliedUpdate {
  readonly scope?: (typeof SCOPES)[number];
  readonly rules?: readonly string[];
  readonly mode?: PermissionMode;
  readonly ignored?: string;
}

/** Applies the supported parts of a `PermissionUpdate`: suggested rules, and a mode for this session. */
const applyUpdate = (update: unknown, { offers }: Question): AppliedUpdate => {
  const { type, destination, behavior, rules, mode } = isFields(update) ? update : {};
  const scope = typeof destination === "string" && Object.hasOwn(DESTINATIONS, destination) ? DESTINATIONS[destination] : undefined;
  const requestedMode = type === "setMode" && scope === "session" ? findMode(mode) : undefined;
  if (requestedMode !== undefined) return { mode: requestedMode };
  if (type !== "addRules" || behavior !== "allow" || scope === undefined || !Array.isArray(rules))
    return { ignored: `has an unsupported permission update, which is ignored: ${truncatedJson(update)}` };
  const named = rules.map(ruleOf);
  const suggested = named.filter((rule) => offers.includes(rule));
  return {
    scope,
    rules: suggested,
    ...(suggested.length === named.length ? {} : { ignored: "has rules that were not suggested, which are ignored" }),
  };
};

const ruleOf = (rule: unknown): string => {
  const { toolName, ruleContent } = isFields(rule) ? rule : {};
  const tool = typeof toolName === "string" ? toolName : "";
  return typeof ruleContent === "string" ? `${tool}(${ruleContent})` : tool;
};

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

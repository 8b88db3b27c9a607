import type { Workspace } from "../../workspace/index.ts";
import type { HookAnswers, HookInputs, ToolEnd, TurnEnd } from "../hook.ts";
import type { HookEvent } from "../../loop/index.ts";
import { type ClaudeCall, claudeCalls, fromClaudeInput } from "./claude-tools.ts";
import { asRecord } from "../../base/index.ts";
import { NO_REASON } from "../hook-events.ts";
import { parseOutput } from "../hook-command.ts";

type ClaudeFields = Readonly<Record<string, unknown>>;

/** Claude Code hook event, mapped to the equivalent event here. */
export interface ClaudeEvent<E extends HookEvent> {
  readonly event: E;
  /** Returns whether the input belongs to this event. Default: always. */
  readonly applies?: (input: HookInputs[E]) => boolean;
  /** True if its matchers apply to a name. Default: they match everything. */
  readonly hasMatchers?: boolean;
  /** Returns the inputs of the hook, for successive executions. */
  readonly inputs: (input: HookInputs[E], workspace: Workspace) => readonly ClaudeInput[] | Promise<readonly ClaudeInput[]>;
  /**
   * Converts the hook's output. `single`: true if there was a single input.
   * @throws when the output cannot be applied
   */
  readonly answer: (output: ClaudeOutput, input: HookInputs[E], single: boolean) => HookAnswers[E];
}

export interface ClaudeInput {
  /** Name that matchers are applied to. */
  readonly name?: string;
  /** Fields of the input, in addition to those of the session. */
  readonly fields: ClaudeFields;
}

const PRE_TOOL_USE: ClaudeEvent<"pre_tool"> = {
  event: "pre_tool",
  hasMatchers: true,
  inputs: async ({ tool, input, callId }, workspace) =>
    (await claudeCalls(tool, input, workspace)).map((call) => ({ name: call.name, fields: { ...fieldsOf(call), tool_use_id: callId } })),
  answer({ stop, block, decision, context, input: changed }, { tool }, single) {
    if (stop !== undefined) return { stop };
    if (block !== undefined) return { deny: block };
    if (decision?.kind === "deny") return { deny: decision.reason };
    if (changed !== undefined && !single)
      throw new Error(
        `it changes one part of a call of ${tool} that makes several changes; only a call with a single change can be changed`,
      );
    return {
      ...(decision?.kind === "ask" ? { ask: `a hook asks: ${decision.reason}` } : {}),
      ...(changed === undefined ? {} : { input: fromClaudeInput(tool, changed) }),
      ...messageOf(context),
    };
  },
};

const postToolUse = (isMeant: (input: ToolEnd) => boolean): ClaudeEvent<"post_tool"> => ({
  event: "post_tool",
  applies: isMeant,
  hasMatchers: true,
  inputs: async ({ tool, input, callId, result: { content, isError } }, workspace) =>
    (await claudeCalls(tool, input, workspace)).map((call) => ({
      name: call.name,
      fields: { ...fieldsOf(call), tool_use_id: callId, tool_response: { content, is_error: isError } },
    })),
  answer: ({ stop, block, context }) => ({
    ...(stop === undefined ? {} : { stop }),
    ...messageOf(block, context),
  }),
});

const stopEvent = (isMeant: (input: TurnEnd) => boolean): ClaudeEvent<"turn_end"> => ({
  event: "turn_end",
  applies: (input) => input.last && isMeant(input),
  inputs: ({ continuations, message }) => [
    { fields: { stop_hook_active: continuations > 0, last_assistant_message: textIn(message.content) } },
  ],
  // A run that is about to end need not be stopped.
  answer: ({ stop, block }) => (stop === undefined ? messageOf(block) : {}),
});

const USER_PROMPT_SUBMIT: ClaudeEvent<"before_run"> = {
  event: "before_run",
  applies: ({ agent }) => agent.depth === 0,
  inputs: ({ prompt }) => [{ fields: { prompt } }],
  answer({ stop, block, context, text }) {
    const deny = block ?? stop;
    if (deny !== undefined) return { deny };
    const system = [text, context].filter((one) => one !== undefined).join("\n\n");
    return system === "" ? {} : { system };
  },
};

const PRE_COMPACT: ClaudeEvent<"pre_compact"> = {
  event: "pre_compact",
  hasMatchers: true,
  inputs: ({ reason, instructions = "" }) => [
    { name: triggerOf(reason), fields: { trigger: triggerOf(reason), custom_instructions: instructions } },
  ],
  answer({ stop, block, text }) {
    const deny = block ?? stop;
    if (deny !== undefined) return { deny };
    return text === undefined ? {} : { instructions: text };
  },
};

/** Events by Claude Code's name. Other names have no equivalent here. */
export const CLAUDE_EVENTS = {
  PreToolUse: PRE_TOOL_USE,
  PostToolUse: postToolUse(({ result }) => !result.isError),
  // In Claude Code, a call that did not run has not failed.
  PostToolUseFailure: postToolUse(({ result }) => result.isError && result.reason === undefined),
  UserPromptSubmit: USER_PROMPT_SUBMIT,
  Stop: stopEvent(({ agent }) => agent.depth === 0),
  SubagentStop: stopEvent(({ agent }) => agent.depth > 0),
  PreCompact: PRE_COMPACT,
} as const;

export type ClaudeEventName = keyof typeof CLAUDE_EVENTS;

export const isClaudeEvent = (name: string): name is ClaudeEventName => Object.hasOwn(CLAUDE_EVENTS, name);

const fieldsOf = ({ name, input }: ClaudeCall): ClaudeFields => ({ tool_name: name, tool_input: input });

const triggerOf = (reason: HookInputs["pre_compact"]["reason"]): string => (reason === "manual" ? "manual" : "auto");

const messageOf = (...texts: readonly (string | undefined)[]): { readonly tell?: string } => {
  const tell = texts.filter((text) => text !== undefined).join("\n\n");
  return tell === "" ? {} : { tell };
};

const textIn = (content: TurnEnd["message"]["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

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
  const eventOutput = asRecord(answer["hookSpecificOutput"]);
  const context = textOf(eventOutput["additionalContext"]);
  return {
    ...(answer["continue"] === false ? { stop: textOf(answer["stopReason"]) ?? NO_REASON } : {}),
    ...parseBlock(answer),
    ...parseDecision(eventOutput),
    ...(eventOutput["updatedInput"] === undefined ? {} : { input: eventOutput["updatedInput"] }),
    ...(context === undefined ? {} : { context }),
  };
};

/** `approve` grants no permission beyond the policy. */
const parseBlock = ({ decision, reason }: Readonly<Record<string, unknown>>): Pick<ClaudeOutput, "block"> => {
  if (decision === undefined || decision === null || decision === "approve" || decision === "allow") return {};
  if (decision === "block" || decision === "deny") return { block: textOf(reason) ?? NO_REASON };
  throw new Error(`its decision ${JSON.stringify(decision)} is not supported`);
};

const parseDecision = (special: Readonly<Record<string, unknown>>): Pick<ClaudeOutput, "decision"> => {
  const kind = special["permissionDecision"];
  const reason = textOf(special["permissionDecisionReason"]) ?? NO_REASON;
  if (kind === undefined || kind === null) return {};
  if (kind === "allow" || kind === "deny" || kind === "ask") return { decision: { kind, reason } };
  throw new Error(`its decision ${JSON.stringify(kind)} is not supported`);
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value : undefined);

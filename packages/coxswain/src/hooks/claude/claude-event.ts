import type { Workspace } from "../../workspace/index.ts";
import type { HookAnswers } from "../hook-answer.ts";
import type { HookInputs, ToolEnd, TurnEnd } from "../hook-input.ts";
import type { HookEvent } from "../../loop/index.ts";
import type { ClaudeOutput } from "./claude-output.ts";
import type { ClaudeCall } from "./claude-call.ts";
import { claudeCalls, ownInput } from "./claude-tools.ts";

type Told = Readonly<Record<string, unknown>>;

/** Claude Code hook event, mapped to the equivalent event here. */
export interface ClaudeEvent<E extends HookEvent> {
  readonly event: E;
  /** Returns whether the input belongs to this event. Default: always. */
  readonly isMeant?: (input: HookInputs[E]) => boolean;
  /** True if its matchers apply to a name. Default: they match everything. */
  readonly named?: boolean;
  /** Returns the inputs of the hook, for successive executions. */
  readonly asked: (input: HookInputs[E], workspace: Workspace) => readonly ClaudeQuestion[] | Promise<readonly ClaudeQuestion[]>;
  /**
   * Converts the hook's output. `alone`: true if there was a single input.
   * @throws when the output cannot be applied
   */
  readonly answer: (output: ClaudeOutput, input: HookInputs[E], alone: boolean) => HookAnswers[E];
}

export interface ClaudeQuestion {
  /** Name that matchers are applied to. */
  readonly name?: string;
  /** Fields of the input, in addition to those of the session. */
  readonly told: Told;
}

const PRE_TOOL: ClaudeEvent<"pre_tool"> = {
  event: "pre_tool",
  named: true,
  asked: async ({ tool, input, callId }, workspace) =>
    (await claudeCalls(tool, input, workspace)).map((call) => ({ name: call.name, told: { ...toldOf(call), tool_use_id: callId } })),
  answer({ stop, block, decision, context, input: changed }, { tool }, alone) {
    if (stop !== undefined) return { stop };
    if (block !== undefined) return { deny: block };
    if (decision?.kind === "deny") return { deny: decision.reason };
    if (changed !== undefined && !alone)
      throw new Error(`it changes a part of what ${tool} does at once: one change a call can be changed`);
    return {
      ...(decision?.kind === "ask" ? { ask: `a hook asks: ${decision.reason}` } : {}),
      ...(changed === undefined ? {} : { input: ownInput(tool, changed) }),
      ...telling(context),
    };
  },
};

const postTool = (isMeant: (input: ToolEnd) => boolean): ClaudeEvent<"post_tool"> => ({
  event: "post_tool",
  isMeant,
  named: true,
  asked: async ({ tool, input, callId, result: { content, isError } }, workspace) =>
    (await claudeCalls(tool, input, workspace)).map((call) => ({
      name: call.name,
      told: { ...toldOf(call), tool_use_id: callId, tool_response: { content, is_error: isError } },
    })),
  answer: ({ stop, block, context }) => ({
    ...(stop === undefined ? {} : { stop }),
    ...telling(block, context),
  }),
});

const atEnd = (isMeant: (input: TurnEnd) => boolean): ClaudeEvent<"turn_end"> => ({
  event: "turn_end",
  isMeant: (input) => input.last && isMeant(input),
  asked: ({ kept, message }) => [{ told: { stop_hook_active: kept > 0, last_assistant_message: textIn(message.content) } }],
  // A run that is about to end need not be stopped.
  answer: ({ stop, block }) => (stop === undefined ? telling(block) : {}),
});

const PROMPT: ClaudeEvent<"before_run"> = {
  event: "before_run",
  isMeant: ({ agent }) => agent.depth === 0,
  asked: ({ prompt }) => [{ told: { prompt } }],
  answer({ stop, block, context, text }) {
    const deny = block ?? stop;
    if (deny !== undefined) return { deny };
    const system = [text, context].filter((one) => one !== undefined).join("\n\n");
    return system === "" ? {} : { system };
  },
};

const COMPACT: ClaudeEvent<"pre_compact"> = {
  event: "pre_compact",
  named: true,
  asked: ({ reason, instructions = "" }) => [
    { name: triggerOf(reason), told: { trigger: triggerOf(reason), custom_instructions: instructions } },
  ],
  answer({ stop, block, text }) {
    const deny = block ?? stop;
    if (deny !== undefined) return { deny };
    return text === undefined ? {} : { instructions: text };
  },
};

/** Events by Claude Code's name. Other names have no equivalent here. */
export const CLAUDE_EVENTS = {
  PreToolUse: PRE_TOOL,
  PostToolUse: postTool(({ result }) => !result.isError),
  // In Claude Code, a call that did not run has not failed.
  PostToolUseFailure: postTool(({ result }) => result.isError && result.reason === undefined),
  UserPromptSubmit: PROMPT,
  Stop: atEnd(({ agent }) => agent.depth === 0),
  SubagentStop: atEnd(({ agent }) => agent.depth > 0),
  PreCompact: COMPACT,
} as const;

export type ClaudeEventName = keyof typeof CLAUDE_EVENTS;

export const isClaudeEvent = (name: string): name is ClaudeEventName => Object.hasOwn(CLAUDE_EVENTS, name);

const toldOf = ({ name, input }: ClaudeCall): Told => ({ tool_name: name, tool_input: input });

const triggerOf = (reason: HookInputs["pre_compact"]["reason"]): string => (reason === "manual" ? "manual" : "auto");

const telling = (...texts: readonly (string | undefined)[]): { readonly tell?: string } => {
  const tell = texts.filter((text) => text !== undefined).join("\n\n");
  return tell === "" ? {} : { tell };
};

const textIn = (content: TurnEnd["message"]["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

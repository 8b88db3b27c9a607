import type { Hook, HookContext, HookInputs } from "../hook.ts";
import type { HookEvent } from "../../loop/index.ts";
import { answerOfBlock, type HookCommand, runHookCommand } from "../hook-command.ts";
import { CLAUDE_EVENTS, type ClaudeEvent, type ClaudeEventName, readClaudeOutput } from "./claude-event.ts";

export interface ClaudeHook extends HookCommand {
  /** Claude Code's name of the event. */
  readonly claudeEvent: ClaudeEventName;
  readonly matches: (name: string) => boolean;
  readonly name: string;
}

/** Creates a hook from a command that was written for Claude Code: its input and output have Claude Code's format. */
export const claudeHook = ({ claudeEvent, matches, name, ...command }: ClaudeHook): Hook => {
  const mapping: ClaudeEvent<HookEvent> = CLAUDE_EVENTS[claudeEvent] as unknown as ClaudeEvent<HookEvent>;
  const { event, applies, inputs: inputsOf, answer } = mapping;
  const run = async (input: HookInputs[HookEvent], context: HookContext) => {
    if (applies?.(input) === false) return undefined;
    const { sessionId, cwd } = input;
    const inputs = await inputsOf(input, context.workspace);
    const answers: Answer[] = [];
    for (const { name: matched, fields } of inputs) {
      if (matched !== undefined && !matches(matched)) continue;
      const claudeInput = { session_id: sessionId, cwd, permission_mode: "default", hook_event_name: claudeEvent, ...fields };
      const result = await runHookCommand(command, claudeInput, context);
      const hookAnswer: Answer = {
        ...(result.kind === "blocked"
          ? answerOfBlock(event, result.reason)
          : answer(readClaudeOutput(result.output), input, inputs.length === 1)),
      };
      if (hookAnswer["deny"] !== undefined || hookAnswer["stop"] !== undefined) return hookAnswer;
      answers.push(hookAnswer);
    }
    return combineAnswers(answers);
  };
  // The hook runs at its own event only, which its type cannot express.
  return { event, name, run } as Hook;
};

type Answer = Readonly<Record<string, unknown>>;

/** Combines the answers to the parts of a call, without duplicates. */
const combineAnswers = (answers: readonly Answer[]): Answer | undefined => {
  if (answers.length < 2) return answers[0];
  const names = [...new Set(answers.flatMap((answer) => Object.keys(answer)))];
  const textsOf = (name: string): readonly string[] => answers.map((answer) => answer[name]).filter((text) => typeof text === "string");
  return Object.fromEntries(names.map((name) => [name, [...new Set(textsOf(name))].join("\n\n")]));
};

import type { Hook, HookContext } from "../hook.ts";
import type { HookInputs } from "../hook-input.ts";
import type { HookEvent } from "../../loop/index.ts";
import { blocked, type HookCommand, runHookCommand } from "../shell/index.ts";
import { CLAUDE_EVENTS, type ClaudeEvent, type ClaudeEventName } from "./claude-event.ts";
import { readClaudeOutput } from "./claude-output.ts";

export interface ClaudeHook extends HookCommand {
  /** Claude Code's name of the event. */
  readonly at: ClaudeEventName;
  readonly matches: (name: string) => boolean;
  readonly name: string;
}

/** Creates a hook from a command that was written for Claude Code: its input and output have Claude Code's format. */
export const claudeHook = ({ at, matches, name, ...command }: ClaudeHook): Hook => {
  const theirs: ClaudeEvent<HookEvent> = CLAUDE_EVENTS[at] as unknown as ClaudeEvent<HookEvent>;
  const { event, isMeant, asked, answer } = theirs;
  const run = async (input: HookInputs[HookEvent], context: HookContext) => {
    if (isMeant?.(input) === false) return undefined;
    const { sessionId, cwd } = input;
    const questions = await asked(input, context.workspace);
    const answers: Answer[] = [];
    for (const question of questions) {
      if (question.name !== undefined && !matches(question.name)) continue;
      const said = { session_id: sessionId, cwd, permission_mode: "default", hook_event_name: at, ...question.told };
      const ended = await runHookCommand(command, said, context);
      const given: Answer = {
        ...(ended.kind === "blocked"
          ? blocked(event, ended.reason)
          : answer(readClaudeOutput(ended.output), input, questions.length === 1)),
      };
      if (given["deny"] !== undefined || given["stop"] !== undefined) return given;
      answers.push(given);
    }
    return together(answers);
  };
  // The hook runs at its own event only, which its type cannot express.
  return { event, name, run } as Hook;
};

type Answer = Readonly<Record<string, unknown>>;

/** Combines the answers to the parts of a call, without duplicates. */
const together = (answers: readonly Answer[]): Answer | undefined => {
  if (answers.length < 2) return answers[0];
  const names = [...new Set(answers.flatMap((answer) => Object.keys(answer)))];
  const said = (name: string): readonly string[] => answers.map((answer) => answer[name]).filter((text) => typeof text === "string");
  return Object.fromEntries(names.map((name) => [name, [...new Set(said(name))].join("\n\n")]));
};

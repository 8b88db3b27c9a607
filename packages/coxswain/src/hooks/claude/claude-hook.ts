import type { Hook, HookContext } from "../hook.ts";
import type { HookEvent, HookInputs } from "../hook-input.ts";
import { blocked, type HookCommand, runHookCommand } from "../shell/index.ts";
import { CLAUDE_EVENTS, type ClaudeEvent, type ClaudeEventName } from "./claude-event.ts";
import { readClaudeOutput } from "./claude-output.ts";

export interface ClaudeHook extends HookCommand {
  /** Its event there. */
  readonly at: ClaudeEventName;
  readonly matches: (name: string) => boolean;
  readonly name: string;
}

/** A command that was written for Claude's hooks: it is told, and heeded, as it is there. */
export const claudeHook = ({ at, matches, name, ...command }: ClaudeHook): Hook => {
  const theirs: ClaudeEvent<HookEvent> = CLAUDE_EVENTS[at] as unknown as ClaudeEvent<HookEvent>;
  const { event, isMeant, matched, told, answer } = theirs;
  const run = async (input: HookInputs[HookEvent], context: HookContext) => {
    if (isMeant?.(input) === false || (matched !== undefined && !matches(matched(input)))) return undefined;
    const { sessionId, cwd } = input;
    const said = { session_id: sessionId, cwd, permission_mode: "default", hook_event_name: at, ...(await told(input, context.workspace)) };
    const ended = await runHookCommand(command, said, context);
    return ended.kind === "blocked" ? blocked(event, ended.reason) : answer(readClaudeOutput(ended.output), input);
  };
  // It is asked at its own event alone, which its type does not say.
  return { event, name, run } as Hook;
};

import type { ProcessEnd, ProcessOutput } from "../workspace/index.ts";
import type { HookContext, HookAnswers } from "./hook.ts";
import { NO_REASON } from "./hook-events.ts";
import type { HookEvent } from "../loop/index.ts";

export interface HookCommand {
  /** Shell command, which runs in the session's folder. */
  readonly command: string;
  /** Timeout in milliseconds. Default: 5,000. */
  readonly timeout?: number | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Result of a hook's command that succeeded or blocked. */
export type HookOutput =
  | { readonly kind: "passed"; readonly output: string }
  /** It exited with code 2; the reason is its standard error. */
  | { readonly kind: "blocked"; readonly reason: string };

const DEFAULT_TIMEOUT = 5_000;
/** Maximum bytes of standard output, and of the standard error that is read. */
const MAX_OUTPUT = 256 * 1024;
/** Exit code that blocks. */
const BLOCKED = 2;
/** Maximum characters of standard error in a reason. */
const MAX_REASON = 10_000;
/** Maximum characters of standard error in a failure. */
const MAX_FAILURE = 500;

/**
 * Runs a hook's command, with its input as JSON on its standard input.
 * @throws when it cannot start, times out, exits with another code, or writes too much.
 */
export const runHookCommand = async (
  { command, timeout = DEFAULT_TIMEOUT, env = {} }: HookCommand,
  event: unknown,
  { workspace, signal }: HookContext,
): Promise<HookOutput> => {
  const input = `${JSON.stringify(event)}\n`;
  // The user wrote the command, or trusts its author.
  const options = { input, env, timeout, signal, keep: { head: MAX_OUTPUT, tail: 0 }, outside: true } as const;
  const { end, output, errors } = await workspace.spawn(command, options);
  const stderr = (errors?.head ?? "").trim();
  if (end.kind !== "exit") throw new Error(withStderr(describeEnd(end), stderr));
  if (end.code === BLOCKED) return { kind: "blocked", reason: stderr === "" ? NO_REASON : stderr.slice(0, MAX_REASON) };
  if (end.code !== 0) throw new Error(withStderr(`it exited with code ${end.code}`, stderr));
  return { kind: "passed", output: completeOutput(output) };
};

const completeOutput = ({ head, omitted }: ProcessOutput): string => {
  if (omitted > 0) throw new Error(`it wrote more than ${MAX_OUTPUT / 1024} KiB`);
  return head;
};

const describeEnd = (end: Exclude<ProcessEnd, { readonly kind: "exit" }>): string => {
  switch (end.kind) {
    case "timeout":
      return `it timed out after ${end.after / 1000} s`;
    case "killed":
      return `it was killed by ${end.signal}`;
    case "aborted":
      return "it was aborted";
  }
};

const withStderr = (message: string, stderr: string): string => (stderr === "" ? message : `${message}: ${stderr.slice(0, MAX_FAILURE)}`);

/**
 * Effect of a blocking command: an event that has not happened is denied or stopped, and one that has happened is
 * reported to the model.
 */
const BLOCK_ANSWERS: { readonly [E in HookEvent]: (reason: string) => HookAnswers[E] } = {
  before_run: (deny) => ({ deny }),
  turn_start: (stop) => ({ stop }),
  post_message: (stop) => ({ stop }),
  pre_tool: (deny) => ({ deny }),
  post_tool: (tell) => ({ tell }),
  turn_end: (tell) => ({ tell }),
  pre_compact: (deny) => ({ deny }),
  run_end: (reason) => {
    throw new Error(`it cannot block a run that has ended: ${reason}`);
  },
};

export const answerOfBlock = <E extends HookEvent>(event: E, reason: string): HookAnswers[E] => BLOCK_ANSWERS[event](reason);

const MAX_NAME = 40;

/** Returns the default name of a command: its first line, truncated. */
export const commandName = (command: string): string => {
  const [line = ""] = command.trim().split("\n");
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
};

/**
 * Parses the JSON object that a command wrote. Returns undefined if the output is empty or other text, which is
 * ignored.
 * @throws when it starts like an object but is invalid
 */
export const parseOutput = (output: string): Readonly<Record<string, unknown>> | undefined => {
  const text = output.trim();
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw new Error("its answer is not valid JSON");
  }
};

import type { ProcessEnd, ProcessOutput } from "../../workspace/index.ts";
import type { HookContext } from "../hook.ts";
import { NO_REASON } from "../no-reason.ts";

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

const TIMEOUT = 5_000;
/** Maximum bytes of standard output, and of the standard error that is read. */
const MOST_OUTPUT = 256 * 1024;
/** Exit code that blocks. */
const BLOCKED = 2;
/** Maximum characters of standard error in a reason. */
const MOST_WORDS = 10_000;
/** Maximum characters of standard error in a failure. */
const SOME_WORDS = 500;

/**
 * Runs a hook's command, with its input as JSON on its standard input.
 * @throws when it cannot start, times out, exits with another code, or writes too much.
 */
export const runHookCommand = async (
  { command, timeout = TIMEOUT, env = {} }: HookCommand,
  told: unknown,
  { workspace, signal }: HookContext,
): Promise<HookOutput> => {
  const input = `${JSON.stringify(told)}\n`;
  // The user wrote the command, or trusts its author.
  const how = { input, env, timeout, signal, keep: { head: MOST_OUTPUT, tail: 0 }, outside: true } as const;
  const { end, output, errors } = await workspace.spawn(command, how);
  const said = (errors?.head ?? "").trim();
  if (end.kind !== "exit") throw new Error(withWords(inWords(end), said));
  if (end.code === BLOCKED) return { kind: "blocked", reason: said === "" ? NO_REASON : said.slice(0, MOST_WORDS) };
  if (end.code !== 0) throw new Error(withWords(`it ended with code ${end.code}`, said));
  return { kind: "passed", output: whole(output) };
};

const whole = ({ head, omitted }: ProcessOutput): string => {
  if (omitted > 0) throw new Error(`it wrote more than ${MOST_OUTPUT / 1024} KiB`);
  return head;
};

const inWords = (end: Exclude<ProcessEnd, { readonly kind: "exit" }>): string => {
  switch (end.kind) {
    case "timeout":
      return `it did not end within ${end.after / 1000} s`;
    case "killed":
      return `it was ended by ${end.signal}`;
    case "aborted":
      return "it was aborted";
  }
};

const withWords = (what: string, said: string): string => (said === "" ? what : `${what}: ${said.slice(0, SOME_WORDS)}`);

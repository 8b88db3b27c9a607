import type { ProcessEnd, ProcessOutput } from "../../workspace/index.ts";
import type { HookContext } from "../hook.ts";
import { NO_REASON } from "../no-reason.ts";

export interface HookCommand {
  /** For the shell, in the session's folder. */
  readonly command: string;
  /** Milliseconds that it has. Default: 5,000. */
  readonly timeout?: number | undefined;
  /** Added to the environment that commands have. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** How a hook's command ended that did its work. */
export type HookOutput =
  | { readonly kind: "passed"; readonly output: string }
  /** It ended with code 2: this is what it wrote as errors. */
  | { readonly kind: "blocked"; readonly reason: string };

const TIMEOUT = 5_000;
/** Bytes that it may write as output, and of its errors what is looked at. */
const MOST_OUTPUT = 256 * 1024;
/** The code that blocks. */
const BLOCKED = 2;
/** Letters of its errors in a reason. */
const MOST_WORDS = 10_000;
/** Letters of them where it failed. */
const SOME_WORDS = 500;

/**
 * Runs a hook's command, with what it is told as JSON on its standard input.
 * @throws when it cannot be started, does not end in time, ends with another code, or writes too much.
 */
export const runHookCommand = async (
  { command, timeout = TIMEOUT, env = {} }: HookCommand,
  told: unknown,
  { workspace, signal }: HookContext,
): Promise<HookOutput> => {
  const input = `${JSON.stringify(told)}\n`;
  // The person wrote it, or trusts who did.
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

import type { Workspace } from "coxswain/tools";

/** Limits of a command of the user's settings. */
export interface UserCommandLimits {
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of output; the rest is omitted. */
  readonly output: number;
}

/**
 * Runs a command of the user's settings in a workspace's folder, with an object as JSON on its standard input. It gets the
 * environment of commands, without secrets. Resolves to its output.
 * @throws {Error} if it fails; the message has the exit code and the first line of its standard error
 */
export const runUserCommand = async (
  workspace: Workspace,
  command: string,
  input: Readonly<Record<string, unknown>>,
  { timeout, output }: UserCommandLimits,
): Promise<string> => {
  const keep = { head: output, tail: 0 };
  const result = await workspace.spawn(command, { input: `${JSON.stringify(input)}\n`, timeout, keep, outside: true });
  const { end } = result;
  if (end.kind === "exit" && end.code === 0) return result.output.head;
  const how = end.kind === "exit" ? `exit code ${end.code}` : end.kind === "timeout" ? `no end within ${timeout / 1000} s` : end.kind;
  const [line = ""] = (result.errors?.head ?? "").trim().split("\n");
  throw new Error(line === "" ? how : `${how}: ${line}`);
};

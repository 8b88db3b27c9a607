import { join } from "node:path";
import { type Setup } from "coxswain";
import { SettingsError } from "coxswain/settings";
import { nodeWorkspace } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import type { Configuration } from "../configuration/index.ts";
import type { TaskValues } from "./task-values.ts";

/** Size limit of a system prompt file. */
const MAX_BYTES = 1024 * 1024;

/** The parts of the system prompt that the user can set. */
export type SystemPromptOptions = Pick<Setup, "systemPrompt" | "instructions">;

/**
 * Returns the base of a new session's system prompt and the text appended to it. Each comes from the command line, a
 * file of the trusted project, or a file of the user, in this order.
 * @throws {UsageError} when a file that the command line names cannot be used.
 * @throws {SettingsError} when one of the other files cannot be used.
 */
export const systemPromptOptions = async (configuration: Configuration, values: TaskValues, cwd: string): Promise<SystemPromptOptions> => {
  const base = await textFor("system-prompt", "SYSTEM.md", configuration, values, cwd);
  const more = await textFor("append-system-prompt", "APPEND_SYSTEM.md", configuration, values, cwd);
  return { ...(base === undefined ? {} : { systemPrompt: base }), ...(more === undefined ? {} : { instructions: more }) };
};

const textFor = async (
  option: "system-prompt" | "append-system-prompt",
  file: string,
  { home, project }: Configuration,
  values: TaskValues,
  cwd: string,
): Promise<string | undefined> => {
  const value = values[option];
  if (value?.startsWith("@") === true) return value.startsWith("@@") ? value.slice(1) : fileOptionText(option, value.slice(1), cwd);
  if (value !== undefined) return value;
  const own = project.trusted ? await fileText(join(project.folder, ".coxswain", file), project.folder, true) : undefined;
  return own ?? fileText(join(home.config, file), cwd, false);
};

/** @throws {UsageError} */
const fileOptionText = async (option: string, path: string, cwd: string): Promise<string> => {
  try {
    return decode(await nodeWorkspace({ root: cwd }).read(path, { maxBytes: MAX_BYTES }));
  } catch (error) {
    throw new UsageError(`--${option} @${path} cannot be used: ${messageOf(error)} (to start the prompt with @, write @@)`);
  }
};

/**
 * Returns undefined when the file does not exist or is blank.
 * @param within rejects a link that leads out of `root`
 * @throws {SettingsError}
 */
const fileText = async (path: string, root: string, within: boolean): Promise<string | undefined> => {
  const workspace = nodeWorkspace({ root });
  try {
    if ((await workspace.stat(path)) === undefined) return undefined;
    const file = await workspace.resolve(path);
    if (within && !file.inside) throw new Error("it is a link to a file outside the project.");
    const text = decode(await workspace.read(file, { maxBytes: MAX_BYTES }));
    return text.trim() === "" ? undefined : text;
  } catch (error) {
    throw new SettingsError(`${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8.");
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

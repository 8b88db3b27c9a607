import { devNull } from "node:os";
import { WorktreeError } from "../errors.ts";
import { findProgram } from "../node/index.ts";

/** Runs git in a folder and returns its output. @throws {WorktreeError} */
export type Git = (folder: string, args: readonly string[], signal?: AbortSignal) => Promise<string>;

/** Disables everything that git runs or requests on its own and that a repository could configure. */
const QUIET: readonly string[] = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "protocol.allow=never",
  "safe.bareRepository=explicit",
];

/** Checking out a large repository takes time. */
const TIMEOUT = 600_000;
/** Lists and contents of a large repository. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;
const MAX_OUTPUT = 4 * 1024 * 1024;

/** Variables that git needs, without those that select another repository than the folder's. */
const PASSED = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot", "TMPDIR", "TEMP", "TMP"];

/**
 * Returns a git for internal use, which runs no program that a repository supplies: no hooks, no file system monitor,
 * no filters from the repository's own settings; and which fetches nothing. Filters from the user's settings work.
 */
export const ownGit = (env: Environment): Git => {
  const environment = gitEnvironment(env);
  return async (folder, args, signal) => {
    const git = await findGit(env);
    const run = async (more: readonly string[], last: readonly string[]): Promise<string> => {
      const settings = [...QUIET, ...more].flatMap((setting) => ["-c", setting]);
      const options = { env: environment, maxBuffer: MAX_OUTPUT, ...(signal === undefined ? {} : { signal }) };
      return (await outputOf(git, [...settings, "-C", folder, ...last], options)).toString();
    };
    return run(withoutFilters(await run([], LISTED)), args);
  };
};

export interface GitReading {
  /** Standard input. Default: none. */
  readonly input?: string;
  /** Path of the index to use. Default: that of the repository. */
  readonly index?: string;
}

/**
 * Runs a command of git that only reads, and applies no filter: a list, or the bytes of objects.
 * @throws {WorktreeError}
 */
export type GitReader = (folder: string, args: readonly string[], reading?: GitReading) => Promise<Buffer>;

/** Git did not end in time. */
export class GitTimeoutError extends WorktreeError {
  constructor(milliseconds: number, cause: unknown) {
    super(`Git took longer than ${milliseconds / 1000} s.`, cause);
  }
}

/** As `ownGit`, for commands that apply no filters. `timeout`: milliseconds of a command. */
export const gitReader = (variables: Environment, timeout = TIMEOUT): GitReader => {
  const environment = gitEnvironment(variables);
  const settings = QUIET.flatMap((setting) => ["-c", setting]);
  return async (folder, args, { input, index } = {}) => {
    const env = index === undefined ? environment : { ...environment, GIT_INDEX_FILE: index };
    return outputOf(await findGit(variables), [...settings, "-C", folder, ...args], { env, maxBuffer: MAX_BYTES, timeout }, input);
  };
};

type Environment = Readonly<Record<string, string | undefined>>;

const gitEnvironment = (env: Environment): NodeJS.ProcessEnv => {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return { ...passed, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" };
};

const findGit = async (env: Environment): Promise<string> => {
  const git = await findProgram(process.platform === "win32" ? "git.exe" : "git", env["PATH"] ?? "");
  if (git === undefined) throw new WorktreeError("Git is not on the path.");
  return git;
};

/** Lists all filter settings with the origin of each. */
const LISTED: readonly string[] = ["config", "--list", "--show-scope", "--includes", "--name-only", "-z"];

/** Settings that disable the filter programs configured by the repository itself. */
const withoutFilters = (listed: string): readonly string[] => {
  const fields = listed.split("\0");
  const names = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, name] = /^filter\.(.*)\.[^.]+$/s.exec(fields[at + 1] ?? "") ?? [];
    if (name !== undefined && (fields[at] === "local" || fields[at] === "worktree")) names.add(name);
  }
  return [...names].flatMap((name) => {
    if (name.includes("=")) throw new WorktreeError(`Git cannot disable a filter whose name contains "=": ${name}.`);
    return ["clean=", "smudge=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
  });
};

interface Running {
  readonly env: NodeJS.ProcessEnv;
  readonly maxBuffer: number;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

const outputOf = async (git: string, args: readonly string[], running: Running, input?: string): Promise<Buffer> => {
  // Loaded here, so that starting does not wait for it.
  const { execFile } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT, ...running, windowsHide: true, encoding: "buffer" as const };
    const child = execFile(git, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.killed === true && running.signal?.aborted !== true) reject(new GitTimeoutError(options.timeout, error));
      else reject(new WorktreeError(firstLine(stderr.toString()) ?? error.message, error));
    });
    // Git may exit before it has read everything; its exit code then reports the error.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
};

const firstLine = (text: string): string | undefined => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line === "" ? undefined : `Git: ${line.replace(/^fatal: /, "")}`;
};

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
const MAX_OUTPUT = 4 * 1024 * 1024;

/** Variables that git needs, without those that select another repository than the folder's. */
const PASSED = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot", "TMPDIR", "TEMP", "TMP"];

/**
 * Returns a git for internal use, which runs no program that a repository supplies: no hooks, no file system monitor,
 * no filters from the repository's own settings; and which fetches nothing. Filters from the user's settings work.
 */
export const ownGit = (env: Readonly<Record<string, string | undefined>>): Git => {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const environment = { ...passed, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1" };
  return async (folder, args, signal) => {
    const git = await findProgram(process.platform === "win32" ? "git.exe" : "git", env["PATH"] ?? "");
    if (git === undefined) throw new WorktreeError("Git is not on the path.");
    const run = (more: readonly string[], last: readonly string[]): Promise<string> => {
      const settings = [...QUIET, ...more].flatMap((setting) => ["-c", setting]);
      return outputOf(git, [...settings, "-C", folder, ...last], { env: environment, signal });
    };
    return run(withoutFilters(await run([], LISTED)), args);
  };
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
  readonly signal: AbortSignal | undefined;
}

const outputOf = async (git: string, args: readonly string[], { env, signal }: Running): Promise<string> => {
  // Loaded here, so that starting does not wait for it.
  const { execFile } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    const options = { env, timeout: TIMEOUT, maxBuffer: MAX_OUTPUT, windowsHide: true, ...(signal === undefined ? {} : { signal }) };
    execFile(git, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new WorktreeError(firstLine(stderr) ?? error.message, error));
    });
  });
};

const firstLine = (text: string): string | undefined => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line === "" ? undefined : `Git: ${line.replace(/^fatal: /, "")}`;
};

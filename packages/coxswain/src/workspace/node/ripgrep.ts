import { type ChildProcessByStdio, spawn, type StdioOptions } from "node:child_process";
import type { Readable } from "node:stream";
import { SearchError } from "../errors.ts";

/**
 * Ignores the user's configuration and preprocessors. Searches hidden files, but not `.git`. Respects ignore files
 * outside of repositories too.
 */
const COMMON = [
  "--no-config",
  "--no-pre",
  "--no-search-zip",
  "--no-follow",
  "--hidden",
  "--no-require-git",
  "--glob=!.git",
  "--color=never",
];

export interface RipgrepRun {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Descriptor of the file for standard input. Default: none. */
  readonly input?: number | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs ripgrep and passes its output to `read`. Leaving the loop ends the program. Yields the unreadable files at the
 * end.
 * @throws {SearchError}
 */
export async function* runRipgrep<T>(
  run: RipgrepRun,
  read: (output: Readable) => AsyncIterable<T>,
): AsyncIterable<T | { readonly kind: "unreadable"; readonly reason: string }> {
  const { RIPGREP_CONFIG_PATH: _, ...env } = run.env;
  const stdio: StdioOptions = [run.input ?? "ignore", "pipe", "pipe"];
  const options = { cwd: run.cwd, env, stdio };
  const child = spawn(run.program, [...COMMON, ...run.arguments], options) as ChildProcessByStdio<null, Readable, Readable>;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", (error) => reject(new SearchError("failed", `Cannot start ripgrep: ${error.message}`, error)));
  });
  ended.catch(() => {});
  const onAbort = () => child.kill();
  run.signal?.addEventListener("abort", onAbort);
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaints.length < 4000) complaints += text;
  });
  try {
    yield* read(child.stdout);
    const code = await ended;
    run.signal?.throwIfAborted();
    if (code === 2) yield* reasons(complaints);
  } finally {
    run.signal?.removeEventListener("abort", onAbort);
    child.kill();
  }
}

const reasons = function* (complaints: string) {
  const text = complaints.trim().replaceAll(/^rg: /gm, "");
  if (/^error parsing glob/m.test(text)) throw new SearchError("glob", text);
  if (/^(regex parse error|error: |PCRE2: |the literal)/m.test(text)) throw new SearchError("pattern", text);
  for (const reason of text.split("\n").slice(0, 20)) yield { kind: "unreadable" as const, reason };
};

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Settings } from "coxswain/settings";
import { loopbackProvider, type LoopbackProvider, type LoopbackRequest, type LoopbackScript } from "coxswain/testing";

const root = join(import.meta.dirname, "..", "..");
const packages = join(root, "packages");
const launcher = join(packages, "cli", "bin", "cox.js");

const newest = (folder: string): number =>
  Math.max(...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(folder, name)).mtimeMs));

/** True if the build is up to date with the source. */
export const isBuilt = ((): boolean => {
  const built = statSync(join(packages, "cli", "dist", "main.cjs"), { throwIfNoEntry: false });
  const sources = ["cli", "coxswain"].map((name) => newest(join(packages, name, "src")));
  return built !== undefined && built.mtimeMs > Math.max(...sources);
})();

/** Node.js arguments that start the program: the build, which starts faster, or the source. */
export const COX: readonly string[] = isBuilt ? [launcher] : ["--conditions=coxswain-source", join(packages, "cli", "src", "main.ts")];

/** Matches characters that control a terminal or hide text. */
export const ACTIVE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** The user's key, which must not appear in any output or file. */
export const KEY = "sk-ant-canary-0123456789";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Without the summary. */
  readonly stderr: string;
  /** The line that ends a run. Empty without a run. */
  readonly summary: string;
}

export interface RunOptions {
  /** Piped in, and ended. Default: the null device. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the project. */
  readonly cwd?: string;
  /** Node's arguments before those of `cox`. Default: `COX`. */
  readonly program?: readonly string[];
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output or standard error has this text. */
  seen(text: string): Promise<void>;
}

/** The line that ends a run. */
export const SUMMARY = /(?:^|(?<=\n))cox: \d[\d.]* (?:s|min \d+ s), \d+ turns?, [\d,]+ tokens?, [^\n]*, session [^\n]*\n$/;

/** Runs `cox` as a child process with a project, a separate home, and a loopback provider with scripted answers. */
export interface CoxScene extends AsyncDisposable {
  readonly server: LoopbackProvider;
  readonly project: string;
  /** `COX_HOME`. */
  readonly home: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  start(args: readonly string[], options?: RunOptions): Started;
  /** The last started process, for scripts that act on it. */
  latest(): Started;
  /** Writes a file of the project. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  read(name: string): Promise<string>;
  /** Replaces the user's settings. */
  set(settings: Settings): Promise<void>;
  /** The files of all saved sessions. */
  sessionFiles(): Promise<readonly string[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** True where `cox` would warn that there is no sandbox, in tests that are not about it. */
const isWithoutSandbox = (): boolean => process.platform === "linux" && spawnSync("bwrap", ["--version"]).error !== undefined;

export const openCox = async (script: LoopbackScript = []): Promise<CoxScene> => {
  const server = await loopbackProvider(script);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cox-cli-")));
  const project = join(folder, "project");
  const home = join(folder, "home");
  for (const path of [project, home, join(folder, "tmp")]) await mkdir(path);
  // A title request at any time would take a reply from the script.
  const defaults: Settings = { titles: false, ...(isWithoutSandbox() ? { sandbox: { mode: "off" } } : {}) };
  const set = (settings: Settings): Promise<void> => writeFile(join(home, "settings.json"), JSON.stringify({ ...defaults, ...settings }));
  await set({});
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    TMPDIR: join(folder, "tmp"),
    COX_HOME: home,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: server.url,
    // Hide local model servers.
    OLLAMA_HOST: "127.0.0.1:1",
    // Share a compile cache between scenes if the tests have one. Otherwise each scene compiles the program again.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  };
  const running = new Set<ChildProcess>();
  let latest: Started | undefined;

  const start = (args: readonly string[], options: RunOptions = {}): Started => {
    const child = spawn(process.execPath, [...(options.program ?? COX), ...args], {
      cwd: options.cwd ?? project,
      env: { ...env, ...options.env },
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    running.add(child);
    // The program may exit before it reads all input.
    child.stdin?.on("error", () => {}).end(options.stdin);
    latest = watch(child, () => running.delete(child));
    return latest;
  };

  return {
    server,
    project,
    home,
    env,
    start,
    latest() {
      assert.ok(latest !== undefined);
      return latest;
    },
    run: (args, options) => start(args, options).ended,
    async write(name, content) {
      await mkdir(dirname(join(project, name)), { recursive: true });
      await writeFile(join(project, name), content);
    },
    read: (name) => readFile(join(project, name), "utf8"),
    set,
    async sessionFiles() {
      const folders = join(home, "data", "sessions");
      const names = await readdir(folders, { recursive: true }).catch(() => []);
      return names.filter((name) => name.endsWith(".jsonl") && !name.startsWith("trash")).map((name) => join(folders, name));
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill("SIGKILL");
      await server.close();
      // A command of a killed cox may outlive it for a moment, and still create files.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const watch = (child: ChildProcess, ended: () => void): Started => {
  const text = { stdout: "", stderr: "" };
  const waiting = new Map<string, () => void>();
  const take = (name: keyof typeof text) => (chunk: string) => {
    text[name] += chunk;
    for (const [expected, resolve] of waiting) if ((text.stdout + text.stderr).includes(expected)) resolve();
  };
  child.stdout?.setEncoding("utf8").on("data", take("stdout"));
  child.stderr?.setEncoding("utf8").on("data", take("stderr"));
  return {
    child,
    ended: once(child, "close").then(([code, signal]) => {
      ended();
      const [summary = ""] = SUMMARY.exec(text.stderr) ?? [];
      return { code, signal, stdout: text.stdout, stderr: text.stderr.slice(0, text.stderr.length - summary.length), summary };
    }),
    seen: (expected) =>
      new Promise((resolve, reject) => {
        if ((text.stdout + text.stderr).includes(expected)) return resolve();
        waiting.set(expected, resolve);
        child.once("close", () => reject(new Error(`ended before "${expected}": ${JSON.stringify(text)}`)));
      }),
  };
};

/** Lines of JSON. */
export const jsonLines = (text: string): readonly Record<string, unknown>[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A message in Anthropic's wire format, which stream-json uses too. */
export interface WireMessage {
  readonly role: string;
  readonly stop_reason?: string;
  readonly content: readonly WirePart[];
}

export type WirePart = Readonly<Record<string, unknown>> & { readonly type: string };

export const messagesOf = (request: LoopbackRequest | undefined): readonly WireMessage[] =>
  request === undefined ? [] : (request.body["messages"] as readonly WireMessage[]);

/** The message of a line of stream-json. */
export const messageIn = (line: Readonly<Record<string, unknown>> | undefined): WireMessage | undefined =>
  line?.["message"] as WireMessage | undefined;

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { COX, type CoxScene } from "../cli/cox-scene.ts";

/** Reason to skip tests at a real terminal, if any. */
export const noTmux = spawnSync("tmux", ["-V"]).error === undefined ? false : "tmux is not installed";

/** A shell in tmux, in which `cox` runs the program in the scene's project. */
export interface TmuxScene extends AsyncDisposable {
  /** Types characters. */
  type(text: string): Promise<void>;
  /** Presses keys by tmux's names, such as `Enter`, `C-c`, `M-Enter`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Pastes text as a terminal does, in brackets if the program asked for that. */
  paste(text: string): Promise<void>;
  /** Resolves when the screen or the scrollback has the text. */
  seen(text: string | RegExp): Promise<void>;
  /** Resolves when neither has it. */
  gone(text: string): Promise<void>;
  /** Rows of the screen, without trailing spaces. */
  screen(): Promise<readonly string[]>;
  /** All lines, from the first one of the scrollback. A line that the terminal wrapped is one line. */
  lines(): Promise<readonly string[]>;
  resize(columns: number, rows: number): Promise<void>;
  /** Resolves at the next output. */
  drawn(): Promise<void>;
  /** Everything that was written to the terminal. */
  readonly written: string;
  /** A variable of tmux's formats, such as `alternate_on`. */
  variable(name: string): Promise<string>;
}

export interface TmuxOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens a terminal of tmux, over its control mode: each output is an event, so that nothing waits by the clock. */
export const openTmux = async (
  t: TestContext,
  cox: CoxScene,
  { columns = 100, rows = 30, env = {} }: TmuxOptions = {},
): Promise<TmuxScene> => {
  const folder = String(cox.env["TMPDIR"]);
  const profile = join(folder, "profile");
  const words = [process.execPath, ...COX].map((word) => `'${word}'`).join(" ");
  await writeFile(profile, `PS1='$ '\nbind 'set enable-bracketed-paste off'\ncox() { ${words} "$@"; }\ncd '${cox.project}'\n`);
  // The limit of the history applies to windows that open later.
  const settings = join(folder, "tmux.conf");
  await writeFile(settings, "set-option -g history-limit 100000\nset-option -g default-terminal tmux-256color\n");
  const socket = join(folder, "tmux");
  const size = ["-x", String(columns), "-y", String(rows)];
  const child = spawn("tmux", ["-S", socket, "-f", settings, "-C", "new-session", ...size, `exec bash --rcfile '${profile}' -i`], {
    env: { ...cox.env, ...env, TERM: "xterm-256color", LANG: "C.UTF-8", HISTFILE: "" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const client = controlClient(child);
  const capture = async (options: string): Promise<readonly string[]> =>
    (await client.command(`capture-pane -p ${options}`)).map((line) => line.trimEnd());
  const lines = (): Promise<readonly string[]> => capture("-J -S -");
  const aborted = new Promise<never>((_, reject) =>
    t.signal.addEventListener("abort", () => {
      // The runner reports the timeout and not this error.
      void lines().then((shown) => console.error(`${t.name}: the screen has only:\n${shown.join("\n")}`));
      reject(new Error("aborted"));
    }),
  );
  aborted.catch(() => {});
  const until = async (isReached: () => Promise<boolean>): Promise<void> => {
    for (;;) {
      const { outputs } = client;
      if (await isReached()) return;
      if (client.outputs === outputs) await Promise.race([client.output(), aborted]);
    }
  };
  const scene: TmuxScene = {
    type: async (text) => void (await client.command(`send-keys -l -- ${quoted(text)}`)),
    press: async (...keys) => void (await client.command(`send-keys ${keys.join(" ")}`)),
    async paste(text) {
      await client.command(`set-buffer -- ${quoted(text)}`);
      await client.command("paste-buffer -p -r");
    },
    seen: (text) => until(async () => (await lines()).some((line) => (typeof text === "string" ? line.includes(text) : text.test(line)))),
    gone: (text) => until(async () => !(await lines()).some((line) => line.includes(text))),
    screen: () => capture(""),
    lines,
    resize: async (width, height) => void (await client.command(`resize-window -x ${width} -y ${height}`)),
    drawn: () => Promise.race([client.output(), aborted]),
    get written() {
      return client.written;
    },
    variable: async (name) => (await client.command(`display-message -p '#{${name}}'`)).join(""),
    async [Symbol.asyncDispose]() {
      const closed = once(child, "close");
      spawnSync("tmux", ["-S", socket, "kill-server"]);
      await closed;
    },
  };
  await scene.seen("$");
  // From here on, the size is that of `resize` alone. tmux 3.3a crashes if it is fixed while the session starts.
  await scene.resize(columns, rows);
  return scene;
};

/** The process of `cox`: the child of the shell. */
export const coxProcess = async (terminal: TmuxScene): Promise<number> => {
  const shell = await terminal.variable("pane_pid");
  const children = await readFile(`/proc/${shell}/task/${shell}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
};

/** Quotes an argument of a command of tmux, which is one line. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\$]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;

interface ControlClient {
  /** Runs a command and returns the lines of its answer. Rejects if it fails. */
  command(line: string): Promise<readonly string[]>;
  /** Resolves at the next output of the pane. Rejects once tmux has ended. */
  output(): Promise<void>;
  /** Number of outputs. */
  readonly outputs: number;
  readonly written: string;
}

/** Reads tmux's control mode: answers between `%begin` and `%end`, and `%output` with octal escapes (tmux(1), CONTROL MODE). */
const controlClient = (child: ChildProcess): ControlClient => {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("tmux needs pipes");
  const answers: { resolve(lines: readonly string[]): void; reject(error: Error): void }[] = [];
  let waiting: { resolve(): void; reject(error: Error): void }[] = [];
  let block: string[] | undefined;
  let isFirst = true;
  let outputs = 0;
  let ending = "";
  const chunks: string[] = [];
  const finish = (isError: boolean): void => {
    const found = block ?? [];
    block = undefined;
    // The first block answers the command line.
    if (isFirst) isFirst = false;
    else if (isError) answers.shift()?.reject(new Error(`tmux: ${found.join(" ")}`));
    else answers.shift()?.resolve(found);
  };
  createInterface({ input: stdout, crlfDelay: Infinity }).on("line", (line) => {
    if (line.startsWith("%exit")) ending = line.slice("%exit".length).trim();
    else if (line.startsWith("%begin ")) block = [];
    else if (line.startsWith("%end ") || line.startsWith("%error ")) finish(line.startsWith("%error "));
    else if (block !== undefined) block.push(line);
    else if (line.startsWith("%output ")) {
      outputs += 1;
      chunks.push(line.slice(line.indexOf(" ", "%output ".length) + 1));
      const resolved = waiting;
      waiting = [];
      for (const one of resolved) one.resolve();
    }
  });
  child.once("close", () => {
    const error = new Error(`tmux has ended: ${ending}`);
    for (const one of [...waiting, ...answers]) one.reject(error);
  });
  return {
    command: (line) =>
      new Promise((resolve, reject) => {
        answers.push({ resolve, reject });
        stdin.write(`${line}\n`);
      }),
    output: () => new Promise((resolve, reject) => void waiting.push({ resolve, reject })),
    get outputs() {
      return outputs;
    },
    get written() {
      return chunks.join("").replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)));
    },
  };
};

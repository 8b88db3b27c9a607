import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import xterm from "@xterm/headless";

export interface PseudoTerminal extends AsyncDisposable {
  readonly screen: xterm.Terminal;
  type(text: string): void;
  /** Resolves when the screen has the text. Rejects if the program ends before. */
  seen(text: string | RegExp): Promise<void>;
}

export interface PseudoTerminalOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs a shell command in a terminal of that size, which `script` of util-linux provides and xterm.js shows. */
export const openPseudoTerminal = (command: string, { columns, rows, cwd, env }: PseudoTerminalOptions): PseudoTerminal => {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const child: ChildProcess = spawn("script", ["-qefc", `stty cols ${columns} rows ${rows}; exec ${command}`, "/dev/null"], {
    cwd,
    env: { ...env, TERM: "xterm-256color", LANG: "C.UTF-8" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("script needs pipes");
  const looks = new Set<() => void>();
  stdin.on("error", () => {});
  // The terminal answers the queries of programs.
  screen.onData((data) => void stdin.write(data));
  stdout.on("data", (bytes: Buffer) => screen.write(bytes, () => looks.forEach((look) => look())));
  const ended = once(child, "close");
  return {
    screen,
    type: (text) => void stdin.write(text),
    seen: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!rowsOf(screen).some((row) => (typeof text === "string" ? row.includes(text) : text.test(row)))) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        void ended.then(() => reject(new Error(`ended before "${String(text)}":\n${rowsOf(screen).join("\n")}`)));
        look();
      }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      screen.dispose();
    },
  };
};

/** Rows of the screen, without trailing spaces. */
export const rowsOf = (screen: xterm.Terminal): readonly string[] => {
  const { active } = screen.buffer;
  return Array.from({ length: screen.rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "");
};

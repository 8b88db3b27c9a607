import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** A program of Node in a pseudo-terminal, which `script` of util-linux makes. */
export interface TerminalProcess extends AsyncDisposable {
  /** Milliseconds from the start until the output matches. @throws {Error} with the output after 60 seconds. */
  shows(pattern: RegExp): Promise<number>;
  /** Types text, and resolves to the milliseconds until the output matches. */
  type(text: string, shown: RegExp): Promise<number>;
  /** Presses Ctrl+D, and resolves after the end of the program. */
  leave(): Promise<void>;
  /** Resolves to the milliseconds from the start to the end. */
  readonly ended: Promise<number>;
  /** Milliseconds of CPU so far, of all threads, and the resident memory. */
  usage(): { readonly cpuMs: number; readonly residentMB: number };
}

/** Starts a program. Its output must not depend on a reply of the terminal. */
export const terminalProcess = (argv: readonly string[], env: NodeJS.ProcessEnv, columns = 100, rows = 40): TerminalProcess => {
  const started = performance.now();
  const command = `stty cols ${columns} rows ${rows}; exec ${[process.execPath, ...argv].map((word) => `'${word}'`).join(" ")}`;
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(child, "exit").then(() => performance.now() - started);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-200_000)));
  const matches = async (pattern: RegExp, since: number): Promise<number> => {
    const signal = AbortSignal.timeout(60_000);
    while (!pattern.test(output)) {
      const seen = await Promise.race([once(child.stdout, "data", { signal }), ended]).catch(() => 0);
      if (typeof seen === "number") throw new Error(`The terminal did not show ${String(pattern)}: ${JSON.stringify(output.slice(-2000))}`);
    }
    return performance.now() - since;
  };
  return {
    shows: (pattern) => matches(pattern, started),
    type(text, shown) {
      output = "";
      const since = performance.now();
      child.stdin.write(text);
      return matches(shown, since);
    },
    async leave() {
      child.stdin.write("\u0004");
      await ended;
    },
    ended,
    usage: () => usageOf(childOf(child.pid ?? 0)),
    async [Symbol.asyncDispose]() {
      // The end of the program ends `script`.
      if (child.exitCode === null) process.kill(childOf(child.pid ?? 0), "SIGKILL");
      await ended;
    },
  };
};

/** The program itself: the shell of `script` has become it. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

const usageOf = (pid: number): { readonly cpuMs: number; readonly residentMB: number } => {
  let cpuMs = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    cpuMs += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  }
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return { cpuMs, residentMB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 };
};

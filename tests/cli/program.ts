import { once } from "node:events";
import { type ChildProcess, spawn } from "node:child_process";
import { COX, type CoxScene, type Ended } from "./cox-scene.ts";

/** A line of stream-json. */
export type Line = Readonly<Record<string, unknown>>;

/** A program that drives `cox`. */
export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Omit<Ended, "stdout" | "summary">>;
  /** All lines received so far. */
  readonly lines: readonly Line[];
  /** Returns the next unread line of this type and subtype. */
  line(type: string, subtype?: string): Promise<Line>;
  /** Resolves when more lines arrive. */
  more(): Promise<void>;
  say(message: object): void;
  raw(text: string): void;
  /** Answers a permission question. */
  answer(asked: Line, response: object): void;
  /** Closes stdin and waits for the exit. */
  close(): Promise<Omit<Ended, "stdout" | "summary">>;
}

/** @param late start to read only after stdin is closed */
export const drive = (cox: CoxScene, args: readonly string[] = [], { late = false } = {}): Program => {
  const formats = ["--input-format", "stream-json", "--output-format", "stream-json"];
  const child = spawn(process.execPath, [...COX, ...formats, ...args], {
    cwd: cox.project,
    env: cox.env,
    stdio: ["pipe", "pipe", "pipe"],
    timeout: 60_000,
  });
  const lines: Line[] = [];
  const waited = new Map<string, number>();
  let rest = "";
  let stderr = "";
  let received = Promise.withResolvers<void>();
  const take = (text: string): void => {
    const [first = "", ...others] = text.split("\n");
    rest += first;
    for (const other of others) {
      lines.push(JSON.parse(rest) as Line);
      rest = other;
    }
    received.resolve();
    received = Promise.withResolvers();
  };
  const read = (): unknown => child.stdout.setEncoding("utf8").on("data", take);
  if (!late) read();
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const gone = once(child, "exit");
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, stderr }));
  child.stdin.on("error", () => {});

  const say = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    child,
    ended,
    lines,
    async line(type, subtype) {
      const key = `${type}/${subtype}`;
      const before = waited.get(key) ?? 0;
      waited.set(key, before + 1);
      while (true) {
        const found = lines.filter((line) => line["type"] === type && (subtype === undefined || line["subtype"] === subtype))[before];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`ended before ${key}: ${stderr}${JSON.stringify(lines)}`);
        await Promise.race([received.promise, gone]);
      }
    },
    async more() {
      if (child.exitCode !== null) throw new Error(`ended: ${stderr}`);
      await Promise.race([received.promise, gone]);
    },
    say,
    raw: (text) => void child.stdin.write(text),
    answer: ({ request_id }, response) => say({ type: "control_response", response: { subtype: "success", request_id, response } }),
    close() {
      child.stdin.end();
      if (late) read();
      return ended;
    },
  };
};

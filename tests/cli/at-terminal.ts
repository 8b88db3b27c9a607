import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { COX, type CoxScene, SUMMARY } from "./cox-scene.ts";

/** Arguments of a session in lines, which the tests can read as text. */
export const PLAIN = ["--screen", "plain"] as const;

/** Leaves a plain session at its prompt. */
export const LEAVE: Typing = { after: "You: ", type: "\u0004" };

/** Reason to skip terminal tests, if any. */
export const noTerminal = process.platform === "linux" ? false : "`script` gives a terminal in other ways here";

export interface OnScreen {
  readonly code: number;
  /** The final screen, without the summary. */
  readonly screen: string;
  /** The final screen with control characters. */
  readonly raw: string;
}

export interface Terminal extends Disposable {
  /** Resolves when the screen contains this text, after the text of the previous wait. */
  seen(text: string | RegExp): Promise<void>;
  type(text: string): void;
  /** The current screen. */
  shown(): string;
  readonly ended: Promise<OnScreen>;
}

/** Runs `cox` at a terminal of this width. @param before shell words before the command, such as a pipe */
export const openTerminal = (cox: CoxScene, args: readonly string[], columns = 100, before = ""): Terminal => {
  const command = [process.execPath, ...COX, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  // A shell in between would end by the signal of Ctrl+C.
  const started = before === "" ? `exec ${command}` : `${before} ${command}`;
  const child = spawn("script", ["-qefc", `stty cols ${columns} rows 30; ${started}`, "/dev/null"], {
    cwd: cox.project,
    env: { ...cox.env, TERM: "xterm", NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let raw = "";
  let place = 0;
  let look = (): void => {};
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    look();
  });
  return {
    seen: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const rest = raw.slice(place);
          const found = typeof text === "string" ? { at: rest.indexOf(text), length: text.length } : matchIn(rest, text);
          if (found.at < 0) return;
          place += found.at + found.length;
          look = () => {};
          resolve();
        };
        child.once("close", () => reject(new Error(`ended before "${text}": ${raw}`)));
        look();
      }),
    type: (text) => void child.stdin.write(text),
    shown: () => raw,
    ended: once(child, "close").then(([code]) => ({
      code: Number(code),
      screen: stripVTControlCharacters(raw.replaceAll("\r\n", "\n")).replace(SUMMARY, ""),
      raw,
    })),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
};

const matchIn = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text.replaceAll("\r\n", " \n"));
  return { at: found?.index ?? -1, length: found?.[0].length ?? 0 };
};

export interface Typing {
  /** Text to wait for before typing, after the previous input. */
  readonly after: string | RegExp;
  readonly type: string;
}

/** Runs `cox` at a terminal with simulated input. */
export const atTerminal = async (
  cox: CoxScene,
  args: readonly string[],
  typed: readonly Typing[],
  columns?: number,
  before?: string,
): Promise<OnScreen> => {
  using terminal = openTerminal(cox, args, columns, before);
  for (const { after, type } of typed) {
    await terminal.seen(after);
    terminal.type(type);
  }
  return await terminal.ended;
};

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ProcessContext } from "../../process/index.ts";

type Env = ProcessContext["env"];

/** Programs that copy standard input to the clipboard of this machine's desktop. */
const programs = (platform: NodeJS.Platform, env: Env): readonly (readonly [string, ...string[]])[] => {
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip.exe"]];
  return [
    ...(env["WAYLAND_DISPLAY"] === undefined ? [] : [["wl-copy"] as const]),
    ...(env["DISPLAY"] === undefined ? [] : [["xclip", "-selection", "clipboard"] as const, ["xsel", "--clipboard", "--input"] as const]),
  ];
};

/** Milliseconds that a program may take. */
const TIMEOUT = 3000;
/** Bytes of text that terminals accept in one sequence. */
const MOST_BYTES = 74_000;

export interface ClipboardOptions {
  readonly env: Env;
  readonly platform: NodeJS.Platform;
  /** Writes a control sequence to the terminal. */
  readonly write: (sequence: string) => void;
}

/**
 * Copies text to the clipboard: with a program of the desktop, or through the terminal (OSC 52), as over SSH, where the
 * desktop is another machine's. Returns a line for the user.
 */
export const copyText = async (text: string, { env, platform, write }: ClipboardOptions): Promise<string> => {
  const isRemote = (env["SSH_CONNECTION"] ?? env["SSH_TTY"]) !== undefined;
  for (const [program, ...args] of isRemote ? [] : programs(platform, env)) {
    if (await pipedInto(program, args, text)) return `Copied ${sizeText(text)}.`;
  }
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES)
    throw new Error(`too long to copy through the terminal (${sizeText(text)}). Use /export, or copy a code block`);
  write(`\u001b]52;c;${bytes.toString("base64")}\u0007`);
  return `Sent ${sizeText(text)} to the terminal's clipboard, if the terminal allows it.`;
};

const pipedInto = async (program: string, args: readonly string[], text: string): Promise<boolean> => {
  const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"], signal: AbortSignal.timeout(TIMEOUT) });
  child.stdin.on("error", () => undefined); // the exit code reports it
  child.stdin.end(text);
  try {
    const [code] = await once(child, "exit");
    return code === 0;
  } catch {
    return false; // not installed, or without a display
  }
};

const sizeText = (text: string): string => {
  const { length } = Array.from(text);
  return length === 1 ? "1 character" : `${length.toLocaleString("en-US")} characters`;
};

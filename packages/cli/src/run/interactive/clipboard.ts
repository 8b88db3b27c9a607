import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ProcessContext } from "../../process/index.ts";

type Env = ProcessContext["env"];

/** Variables that the programs need. Others may be keys. */
const NEEDED = ["PATH", "HOME", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SystemRoot", "LANG", "LC_CTYPE"];
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
  for (const [program, ...args] of programs(platform, env)) {
    if (await pipedInto(program, args, text, env)) return `Copied ${sizeText(text)}.`;
  }
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) throw new Error(`too long to copy through the terminal (${sizeText(text)}). Copy a part, or use /export`);
  write(`\u001b]52;c;${bytes.toString("base64")}\u0007`);
  return `Sent ${sizeText(text)} to the terminal's clipboard, if the terminal allows it.`;
};

/** Programs that copy standard input to the clipboard of this machine's desktop. Over a connection from elsewhere there are none. */
const programs = (platform: NodeJS.Platform, env: Env): readonly (readonly [string, ...string[]])[] => {
  const has = (name: string): boolean => (env[name] ?? "") !== "";
  if (has("SSH_CONNECTION") || has("SSH_TTY")) return [];
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip.exe"]];
  return [
    ...(has("WAYLAND_DISPLAY") ? [["wl-copy"] as const] : []),
    ...(has("DISPLAY") ? [["xclip", "-selection", "clipboard"] as const, ["xsel", "--clipboard", "--input"] as const] : []),
  ];
};

const pipedInto = async (program: string, args: readonly string[], text: string, env: Env): Promise<boolean> => {
  const child = spawn(program, args, {
    env: Object.fromEntries(NEEDED.map((name) => [name, env[name]])),
    stdio: ["pipe", "ignore", "ignore"],
    signal: AbortSignal.timeout(TIMEOUT),
  });
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

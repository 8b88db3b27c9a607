import { spawn } from "node:child_process";
import type { ProcessContext } from "../../process/index.ts";

/** Milliseconds until a program counts as hanging. */
const TIMEOUT = 2000;

/** Variables that the programs need. Others may be keys. */
const ENVIRONMENT = ["PATH", "HOME", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SystemRoot", "LANG", "LC_CTYPE"];

/** Puts text into the clipboard with the program of this desktop. Resolves to false if there is none, or it fails. */
export const copyToClipboard = (text: string, env: ProcessContext["env"]): Promise<boolean> => {
  const [program, ...args] = clipboardProgram(process.platform, env) ?? [];
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const needed = Object.fromEntries(ENVIRONMENT.map((name) => [name, env[name]]));
    const child = spawn(program, args, { env: needed, stdio: ["pipe", "ignore", "ignore"], timeout: TIMEOUT });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    // A program that ends early closes its pipe.
    child.stdin.on("error", () => resolve(false));
    child.stdin.end(text);
  });
};

/** Returns the command that reads the clipboard's text from its input. Over a connection from elsewhere there is none. */
export const clipboardProgram = (platform: NodeJS.Platform, env: ProcessContext["env"]): readonly string[] | undefined => {
  const has = (name: string): boolean => (env[name] ?? "") !== "";
  if (has("SSH_CONNECTION") || has("SSH_TTY")) return undefined;
  if (platform === "darwin") return ["pbcopy"];
  if (platform === "win32") return ["clip"];
  if (has("WAYLAND_DISPLAY")) return ["wl-copy"];
  return has("DISPLAY") ? ["xclip", "-selection", "clipboard"] : undefined;
};

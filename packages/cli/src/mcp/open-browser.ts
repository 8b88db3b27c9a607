import { spawn } from "node:child_process";
import type { ProcessContext } from "../process/index.ts";

type Env = ProcessContext["env"];

/** Variables that a browser needs. Others may be keys. */
const NEEDED = [
  "PATH",
  "HOME",
  "BROWSER",
  "DISPLAY",
  "XAUTHORITY",
  "WAYLAND_DISPLAY",
  "XDG_RUNTIME_DIR",
  "XDG_CURRENT_DESKTOP",
  "XDG_DATA_DIRS",
  "DBUS_SESSION_BUS_ADDRESS",
  "SystemRoot",
  "LANG",
];

/** The program that opens a URL in the user's browser. Undefined where the user sits at another machine, or without a display. */
export const browserCommand = (url: string, env: Env, platform: NodeJS.Platform): readonly [string, ...string[]] | undefined => {
  if (env["SSH_CONNECTION"]) return undefined;
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open", url] : undefined;
};

/** Opens a URL in the user's browser, if there is one. A failure is ignored: the URL is also printed. */
export const openBrowser = (url: string, env: Env, platform: NodeJS.Platform = process.platform): void => {
  const [program, ...args] = browserCommand(url, env, platform) ?? [];
  if (program === undefined) return;
  // The browser may outlive this process.
  const child = spawn(program, args, {
    env: Object.fromEntries(NEEDED.map((name) => [name, env[name]])),
    stdio: "ignore",
    detached: true,
  });
  child.on("error", () => undefined).unref();
};

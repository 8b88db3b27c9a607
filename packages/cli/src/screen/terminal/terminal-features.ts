import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { detectCapabilities } from "@earendil-works/pi-tui";
import type { TerminalFeatures } from "../themes/index.ts";

/** Milliseconds that tmux has for its answer. */
const TIMEOUT = 250;

/** Returns the features of the process's terminal, known by its environment; tmux is asked. Images are not drawn within tmux. */
export const terminalFeatures = async (): Promise<TerminalFeatures> => {
  const hyperlinks = process.env["TMUX"] !== undefined && (await tmuxPassesHyperlinks());
  const detected = detectCapabilities(() => hyperlinks);
  return { hyperlinks: detected.hyperlinks, ...(detected.images === null ? {} : { images: detected.images }) };
};

const tmuxPassesHyperlinks = async (): Promise<boolean> => {
  try {
    const { PATH, TMUX, TMUX_PANE } = process.env;
    const options = { timeout: TIMEOUT, env: { PATH, TMUX, TMUX_PANE } };
    const { stdout } = await promisify(execFile)("tmux", ["display-message", "-p", "#{client_termfeatures}"], options);
    return stdout.trim().split(",").includes("hyperlinks");
  } catch {
    // Without an answer, addresses are shown as text.
    return false;
  }
};

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { COX } from "../../measure/cox.ts";
import { program } from "../../measure/prepared-programs.ts";
import type { Agent, Argv } from "../agent.ts";

const cox = (...parameters: readonly string[]): Argv => [process.execPath, COX, ...parameters];

/** The built `cox` of this checkout. Its sandbox is off: the other agents run their commands without one. */
export const coxswain: Agent = {
  name: "Coxswain",
  wire: "anthropic",
  call: (number) => ({ name: "bash", input: { command: `true ${number}` } }),
  environment: ({ home, url }) => ({ COX_HOME: home, ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: url }),
  version: () => cox("--version"),
  start: (_, prompt) => cox("-p", prompt, "--mode", "yolo", "--sandbox", "off"),
  resume: (_, prompt) => cox("-c", "-p", prompt, "--mode", "yolo", "--sandbox", "off"),
  // Replaces all sessions of the home by one that `write-session` writes through the store.
  lengthen: async ({ home, cwd }, entries, run) => {
    const sessions = join(home, "data", "sessions");
    await rm(sessions, { recursive: true, force: true });
    await run([process.execPath, program("write-session"), sessions, cwd, "long", String(entries), "200", "no-compaction"]);
  },
  compact: (_, run) => run(cox("-c", "-p", "/compact")),
};

/** The same with its default, a sandbox where the system supports one. */
export const sandboxed: Agent = {
  ...coxswain,
  name: "Coxswain, sandboxed",
  start: (_, prompt) => cox("-p", prompt, "--mode", "yolo"),
};

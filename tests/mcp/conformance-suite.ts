import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COX } from "../cli/cox-scene.ts";

const MODULES = join(import.meta.dirname, "..", "..", "node_modules");

/** One of the two pinned versions of the protocol's conformance suite. */
export type SuiteName = "conformance-stable" | "conformance-next";

/** Milliseconds for one scenario. */
const TIMEOUT = 60_000;

/** Returns the names of all client scenarios of the older suite. */
export const stableScenarios = async (folder: string): Promise<readonly string[]> => {
  const { output } = await runSuite("conformance-stable", ["list", "--client"], folder);
  return [...output.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
};

/** Returns the names of the client scenarios that a revision of the protocol requires. */
export const requiredScenarios = (revision: string): readonly string[] => {
  const lines = readFileSync(join(MODULES, "conformance-next", "requirements", `${revision}.yaml`), "utf8").split("\n");
  const after = lines.slice(lines.indexOf("client:") + 1);
  return after.slice(0, after.indexOf("")).map((line) => line.replace("  - ", ""));
};

export interface SuiteResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a scenario with `cox mcp conformance` as the client. Exit code 0 means that it passed. */
export const runScenario = (suite: SuiteName, scenario: string, options: readonly string[], folder: string): Promise<SuiteResult> => {
  const command = [process.execPath, ...COX, "mcp", "conformance"].join(" ");
  return runSuite(suite, ["client", "--command", command, "--scenario", scenario, "--timeout", String(TIMEOUT), ...options], folder);
};

/** @param folder working directory and home of the suite and of `cox` */
const runSuite = async (suite: SuiteName, args: readonly string[], folder: string): Promise<SuiteResult> => {
  const child = spawn(process.execPath, [join(MODULES, suite, "dist", "index.js"), ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, COX_HOME: folder, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
};

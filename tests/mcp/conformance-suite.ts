import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { COX } from "../cli/cox-scene.ts";

const MODULES = join(import.meta.dirname, "..", "..", "node_modules");

/** One of the two pinned versions of the protocol's conformance suite. */
export type SuiteName = "conformance-stable" | "conformance-next";

/** Milliseconds for one client, most of which it waits for the others. */
const TIMEOUT = 600_000;

export interface SuiteResult {
  /** 0 if each scenario that counts passed, or is an expected failure. */
  readonly code: number | null;
  readonly output: string;
  /** Result of each scenario by its name: true if all of its checks passed. */
  readonly passed: ReadonlyMap<string, boolean>;
}

/**
 * Runs a suite against `cox mcp conformance`. The suite starts all clients at once, but some of its checks measure how soon a
 * client reconnects, which 26 programs that start on a few cores cannot do in time. So the clients run in turn.
 * @param folder working directory and home of the suite and of `cox`
 */
export const runSuite = async (suite: SuiteName, options: readonly string[], folder: string): Promise<SuiteResult> => {
  const inTurn = [process.execPath, join(import.meta.dirname, "in-turn.child.ts"), join(folder, "lock")];
  const command = [...inTurn, process.execPath, ...COX, "mcp", "conformance"].join(" ");
  const args = ["client", "--command", command, "--timeout", String(TIMEOUT), ...options];
  const child = spawn(process.execPath, [join(MODULES, suite, "dist", "index.js"), ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, COX_HOME: folder, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  const [, summary = ""] = output.split("=== SUITE SUMMARY ===");
  const results = summary.matchAll(/^([✓✗]) (\S+): /gm);
  return { code, output, passed: new Map([...results].map(([, mark, name = ""]) => [name, mark === "✓"])) };
};

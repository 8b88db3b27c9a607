import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { preparePrograms } from "../measure/prepared-programs.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import { agentServer } from "./agent-server.ts";
import type { Bench } from "./bench.ts";
import { latestResults, saveResults, writeDocuments } from "./documents.ts";
import { InstallError, installPeers } from "./install.ts";
import { memorySampler } from "./memory-sampler.ts";
import type { Measured, Results } from "./results.ts";
import { AGENTS, answer, compacted, deltas, shellCalls, version, wholeHistory } from "./rows/agents.ts";
import { libraryDeltas, libraryImport, LIBRARIES, sessions, turns } from "./rows/libraries.ts";
import { allTables } from "./tables.ts";

/*
 * Installs the peers of bench/peers/programs/package.json in a temporary folder, measures them beside Coxswain and the least code
 * that does the same, and prints Markdown tables. A whole run saves its results and writes the tables of the documents.
 * `--quick` runs each program twice instead of five times, and `--save` also saves a quick run. `--render` only writes
 * the documents from the latest results. Further arguments select rows; then nothing is saved.
 */
const ROWS: Readonly<Record<string, (bench: Bench) => Promise<Readonly<Record<string, Measured>>>>> = {
  version,
  answer,
  shellCalls,
  deltas,
  compacted,
  wholeHistory,
  libraryImport,
  turns,
  libraryDeltas,
  sessions,
};

/** Long enough to import 100,000 entries on a slow machine. */
const TIMEOUT_MS = 300_000;

const measure = async (names: readonly string[], times: number, signal: AbortSignal): Promise<Results> => {
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  preparePrograms();
  await using folder = await temporaryFolder();
  await using server = await agentServer();
  await using sampler = memorySampler();
  const report = (step: string): void => void process.stderr.write(`${step} …\n`);
  report("installing the peers");
  await installPeers(folder.path, signal);
  const bench = { times, installed: folder.path, folder: folder.path, server, running: { signal, sampler, timeout: TIMEOUT_MS }, report };

  const rows: Record<string, Readonly<Record<string, Measured>>> = {};
  for (const [name, row] of Object.entries(ROWS)) {
    if (!names.includes(name)) continue;
    report(name);
    rows[name] = await row(bench);
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, machine: machine(), node: process.versions.node, load, times, versions: versionsIn(folder.path), rows };
};

const machine = (): string =>
  `${process.platform}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 1024 ** 3)} GB`;

const versionsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...AGENTS, ...LIBRARIES].flatMap((peer) => {
      if (peer.package === undefined) return [];
      const manifest = JSON.parse(readFileSync(join(folder, "node_modules", peer.package, "package.json"), "utf8")) as { version: string };
      return [[peer.name, manifest.version]];
    }),
  );

const FLAGS: ReadonlySet<string> = new Set(["--quick", "--save", "--render"]);
const named = process.argv.slice(2).filter((argument) => !FLAGS.has(argument));
const unknown = named.find((name) => ROWS[name] === undefined);
const isQuick = process.argv.includes("--quick");
const interrupted = new AbortController();

if (unknown !== undefined) {
  console.error(`Unknown row: ${unknown}. Rows: ${Object.keys(ROWS).join(", ")}.`);
  process.exitCode = 1;
} else if (process.argv.includes("--render")) {
  writeDocuments(latestResults());
} else {
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupted.abort());
  try {
    const results = await measure(named.length > 0 ? named : Object.keys(ROWS), isQuick ? 2 : 5, interrupted.signal);
    console.log(allTables(results));
    if (named.length === 0 && (!isQuick || process.argv.includes("--save"))) {
      process.stderr.write(`Saved ${saveResults(results)}\n`);
      writeDocuments(results);
    }
  } catch (error) {
    if (interrupted.signal.aborted) process.exitCode = 130;
    else if (error instanceof InstallError) {
      console.error(`bench:peers: ${error.message}`);
      process.exitCode = 1;
    } else throw error;
  }
}

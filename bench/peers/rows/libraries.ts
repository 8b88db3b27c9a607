import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { callAnswer, textAnswer, turnsIn } from "../../measure/anthropic-wire.ts";
import { median } from "../../measure/median.ts";
import { program } from "../../measure/prepared-programs.ts";
import { type Exchange, providerServer, type ProviderServer } from "../../measure/provider-server.ts";
import type { Bench } from "../bench.ts";
import type { Figures, Measured } from "../results.ts";
import { rotateAll } from "../rotate-all.ts";
import { runCommand } from "../run-command.ts";

/** A library for agents, as two programs in Node. */
export interface Library {
  /** Name in the tables. */
  readonly name: string;
  /** Package in the manifest whose version is shown. */
  readonly package?: string;
  /** Modules that its program imports. */
  readonly modules: readonly string[];
  /** The path of a program whose argument is the number of conversations at a time. */
  readonly program: (installed: string) => string;
}

const ROOT = join(import.meta.dirname, "..", "..", "..");

export const LIBRARIES: readonly Library[] = [
  { name: "bare limit", modules: [], program: () => program("bare-client") },
  { name: "Coxswain", modules: ["coxswain"], program: () => program("client") },
  {
    name: "pi-agent-core",
    package: "@earendil-works/pi-agent-core",
    modules: ["@earendil-works/pi-agent-core", "@earendil-works/pi-ai", "@earendil-works/pi-ai/providers/anthropic"],
    program: (installed) => join(installed, "pi-agent-core.js"),
  },
  {
    name: "AI SDK",
    package: "ai",
    modules: ["ai", "@ai-sdk/anthropic"],
    program: (installed) => join(installed, "ai-sdk.js"),
  },
];

const TURNS = 200;
const SESSIONS = 200;
const SESSION_TURNS = 10;
const DELTAS = 20_000;

export type LibraryRow = (bench: Bench) => Promise<Readonly<Record<string, Measured>>>;

/** A program that only imports the library. */
export const libraryImport: LibraryRow = (bench) =>
  rotateLibraries(bench, async ({ name, modules }) => {
    const source = modules.map((module) => `import ${JSON.stringify(module)};`).join("");
    // A module of the standard input or of an argument resolves from the working folder.
    const cwd = name === "Coxswain" ? ROOT : bench.installed;
    const { wallMs, cpuMs, peakMB } = await runCommand(
      { argv: [process.execPath, "--input-type=module", "--eval", source], cwd, environment: { HOME: bench.folder, TMPDIR: bench.folder } },
      bench.running,
    );
    return { wallMs, cpuMs, ...(peakMB > 0 ? { peakMB } : {}) };
  });

/** One conversation of 200 turns with an empty tool. */
export const turns: LibraryRow = async (bench) => {
  await using server = await turnServer(TURNS);
  return await rotateLibraries(bench, async (library) => {
    const figures = await conversations(bench, library, server, 1);
    const { exchanges } = server;
    if (exchanges.length !== TURNS + 1) throw new Error(`made ${exchanges.length} requests instead of ${TURNS + 1}`);
    return { ...figures, ...gapsOf(exchanges) };
  });
};

/** One answer of 20,000 deltas. */
export const libraryDeltas: LibraryRow = async (bench) => {
  const answer = textAnswer(Array.from({ length: DELTAS }, (_, index) => `word${index} `));
  await using server = await providerServer(() => answer);
  return await rotateLibraries(bench, (library) => conversations(bench, library, server, 1));
};

/** 200 conversations at once, each with 10 turns with a call and one without. */
export const sessions: LibraryRow = async (bench) => {
  await using server = await turnServer(SESSION_TURNS);
  return await rotateLibraries(bench, async (library) => {
    const figures = await conversations(bench, library, server, SESSIONS);
    const expected = SESSIONS * (SESSION_TURNS + 1);
    if (server.exchanges.length !== expected) throw new Error(`made ${server.exchanges.length} requests instead of ${expected}`);
    return figures;
  });
};

const turnServer = (count: number): Promise<ProviderServer> =>
  providerServer((body) => {
    const turn = turnsIn(body);
    return turn < count ? callAnswer(turn) : textAnswer(["Done."]);
  });

const rotateLibraries = (bench: Bench, measure: (library: Library) => Promise<Figures>) =>
  rotateAll(bench.times, Object.fromEntries(LIBRARIES.map((library) => [library.name, () => measure(library)])), bench.running.signal);

const conversations = async (bench: Bench, library: Library, server: ProviderServer, count: number): Promise<Figures> => {
  server.forget();
  const folder = await mkdtemp(join(bench.folder, "sessions-"));
  const argv = [process.execPath, library.program(bench.installed), String(count), folder] as const;
  const environment = { ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: server.url, HOME: folder, TMPDIR: folder };
  const { wallMs, cpuMs, peakMB } = await runCommand({ argv, cwd: folder, environment }, bench.running);
  return { wallMs, cpuMs, ...(peakMB > 0 ? { peakMB } : {}) };
};

/** Medians over the whole conversation, and over 20 gaps around turn 10 and turn 190. */
const gapsOf = (exchanges: readonly Exchange[]): Figures => {
  const all = exchanges.slice(1).map(({ arrived }, index) => arrived - (exchanges[index]?.answered ?? Number.NaN));
  return { gapMs: median(all), earlyGapMs: median(all.slice(5, 25)), lateGapMs: median(all.slice(175, 195)) };
};

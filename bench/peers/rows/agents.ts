import { median } from "../../measure/median.ts";
import type { Agent, Argv, Scene } from "../agent.ts";
import { bare } from "../agents/bare.ts";
import { claudeCode } from "../agents/claude-code.ts";
import { codex, codexByNpm } from "../agents/codex.ts";
import { coxswain, sandboxed } from "../agents/cox.ts";
import { opencode } from "../agents/opencode.ts";
import { pi } from "../agents/pi.ts";
import type { Bench } from "../bench.ts";
import type { Figures, Measured } from "../results.ts";
import { rotateAll } from "../rotate-all.ts";
import { newScene, runAgent } from "../scene.ts";

export const AGENTS: readonly Agent[] = [bare, coxswain, pi, codex, claudeCode, opencode];

const CALLS = 50;
const DELTAS = 20_000;
const ENTRIES = 100_000;
const PROMPT = "Go.";

/** The rows of coding agents, by the name that the results have for them. */
export type AgentRow = (bench: Bench) => Promise<Readonly<Record<string, Measured>>>;

/** Each agent's `--version`. */
export const version: AgentRow = (bench) =>
  inRotation(bench, [...AGENTS, codexByNpm], async (agent) => {
    const scene = await newScene(bench, agent);
    return () => figuresOf(bench, agent, scene, agent.version(scene));
  });

/** A new session with one answer of one word: to the first request, and to the end. */
export const answer: AgentRow = (bench) =>
  inRotation(bench, [...AGENTS, codexByNpm], async (agent) => {
    const scene = await newScene(bench, agent);
    return async () => {
      bench.server.play(agent, 0);
      return figuresOf(bench, agent, scene, agent.start(scene, PROMPT), 1);
    };
  });

/** A new session with 50 shell calls of `true`, one per answer. */
export const shellCalls: AgentRow = (bench) =>
  inRotation(bench, [...AGENTS, sandboxed], async (agent) => {
    const scene = await newScene(bench, agent);
    return async () => {
      bench.server.play(agent, CALLS);
      return figuresOf(bench, agent, scene, agent.start(scene, PROMPT), CALLS + 1);
    };
  });

/** A new session with one answer of 20,000 deltas. */
export const deltas: AgentRow = (bench) =>
  inRotation(bench, AGENTS, async (agent) => {
    const scene = await newScene(bench, agent);
    const words = Array.from({ length: DELTAS }, (_, index) => `word${index} `);
    return async () => {
      bench.server.play(agent, 0, words);
      return figuresOf(bench, agent, scene, agent.start(scene, PROMPT), 1);
    };
  });

/** A session of 100,000 entries, continued with one answer of one word: the request has its whole history. */
export const wholeHistory: AgentRow = (bench) => inRotation(bench, AGENTS, (agent) => continued(bench, agent, false));

/** The same after a compaction. */
export const compacted: AgentRow = (bench) =>
  inRotation(
    bench,
    AGENTS.filter(({ compact }) => compact !== undefined),
    (agent) => continued(bench, agent, true),
  );

const continued = async (bench: Bench, agent: Agent, isCompacted: boolean): Promise<() => Promise<Figures>> => {
  const scene = await newScene(bench, agent);
  const run = async (argv: Argv): Promise<string> => (await runAgent(bench, agent, scene, argv)).stdout;
  bench.report(`${agent.name}: ${ENTRIES.toLocaleString("en-US")} entries`);
  // A session that the agent has written is the pattern for the long one.
  bench.server.play(agent, 1);
  await run(agent.start(scene, PROMPT));
  bench.server.play(agent, 0);
  await agent.lengthen(scene, ENTRIES, run);
  if (isCompacted) await agent.compact?.(scene, run);
  return async () => {
    bench.server.play(agent, 0);
    return figuresOf(bench, agent, scene, agent.resume(scene, PROMPT), 1);
  };
};

type Preparation = (agent: Agent) => Promise<() => Promise<Figures>>;

/** Prepares each agent when its turn comes for the first time, so that a failure is its own. */
const inRotation = (bench: Bench, agents: readonly Agent[], prepare: Preparation): Promise<Readonly<Record<string, Measured>>> => {
  const measures = agents.map((agent) => {
    let prepared: (() => Promise<Figures>) | undefined;
    const measure = async (): Promise<Figures> => {
      prepared ??= await prepare(agent);
      return prepared();
    };
    return [agent.name, measure] as const;
  });
  return rotateAll(bench.times, Object.fromEntries(measures), bench.running.signal);
};

/** @throws {Error} if the agent did not make as many requests as expected, which a failed call would change */
const figuresOf = async (bench: Bench, agent: Agent, scene: Scene, argv: Argv, requests = 0): Promise<Figures> => {
  const { started, wallMs, cpuMs, peakMB } = await runAgent(bench, agent, scene, argv);
  if (requests === 0) return { wallMs, cpuMs, ...memory(peakMB) };
  const { exchanges } = bench.server;
  const [first] = exchanges;
  if (first === undefined || exchanges.length !== requests) throw new Error(`made ${exchanges.length} requests instead of ${requests}`);
  const gaps = exchanges.slice(1).map(({ arrived }, index) => arrived - (exchanges[index]?.answered ?? Number.NaN));
  return {
    wallMs,
    cpuMs,
    ...memory(peakMB),
    requestMs: first.arrived - started,
    ...(gaps.length > 0 ? { gapMs: median(gaps) } : {}),
  };
};

/** Nothing where memory cannot be read. */
const memory = (peakMB: number): Figures => (peakMB > 0 ? { peakMB } : {});

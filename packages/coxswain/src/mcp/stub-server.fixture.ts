import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Timers } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { mcpServers, type McpServersOptions } from "./mcp-servers.ts";
import type { StubBehaviour } from "./stub-server.child.ts";
import type { McpCommandConfig, McpServer, McpServerConfig } from "./types.ts";

/** A temporary folder, and the functions that end what uses it. */
interface Place {
  readonly root: string;
  readonly closing: (() => Promise<unknown>)[];
}

const openPlace = (t: TestContext): Place => {
  const closing: Place["closing"] = [];
  const root = temporaryFolder(t, async () => {
    await Promise.all(closing.map((close) => close()));
  });
  return { root, closing };
};

export const stubConfig = (behaviour: StubBehaviour, config: Partial<McpCommandConfig> = {}): McpCommandConfig => ({
  kind: "command",
  name: "stub",
  origin: "option",
  command: process.execPath,
  args: [join(import.meta.dirname, "stub-server.child.ts"), JSON.stringify(behaviour)],
  env: {},
  ...config,
});

/** Servers with a cache in a temporary folder. They end after the test. */
export const serversOf = (
  t: TestContext,
  configs: readonly McpServerConfig[],
  options: Partial<McpServersOptions> = {},
  { root, closing }: Place = openPlace(t),
) => {
  const make = () => {
    const servers = mcpServers({ configs, cwd: root, env: { PATH: process.env["PATH"] }, cache: join(root, "cache"), ...options });
    closing.push(() => servers.close());
    return servers;
  };
  return { root, servers: make(), again: make };
};

/** One stub server, and what it recorded. `again` returns the server of a later process with the same cache. */
export const stub = (
  t: TestContext,
  behaviour: StubBehaviour = {},
  { config, ...options }: Partial<McpServersOptions> & { readonly config?: Partial<McpCommandConfig> } = {},
) => {
  const place = openPlace(t);
  const record = join(place.root, "record");
  const { servers, again } = serversOf(t, [stubConfig({ record, ...behaviour }, config)], options, place);
  const only = (all: typeof servers): McpServer => {
    const [server] = all.servers;
    if (server === undefined) throw new Error("no server");
    return server;
  };
  const recorded = (): readonly string[] => (existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : []);
  return {
    servers,
    server: only(servers),
    again: () => only(again()),
    recorded,
    pids: (): readonly number[] => recorded().flatMap((line) => (/^(?:started|child) (\d+)$/.exec(line) ?? []).slice(1).map(Number)),
    starts: (): number => recorded().filter((line) => line.startsWith("started")).length,
  };
};

/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

/** Text of a result with one text block. */
export const textOf = ({ content }: { readonly content: readonly unknown[] }): string => (content[0] as { text: string }).text;

/** Resolves when the processes with these ids have ended. */
export const gone = async (pids: readonly number[]): Promise<void> => {
  while (!pids.every(isGone)) await setImmediate();
};

export const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};

/** Timers that run when the test advances them. */
export const manualTimers = () => {
  let time = 0;
  const pending = new Set<{ readonly at: number; readonly action: () => void }>();
  const requested: number[] = [];
  const timers: Timers = {
    now: () => time,
    after(milliseconds, action) {
      requested.push(milliseconds);
      const timer = { at: time + milliseconds, action };
      pending.add(timer);
      return () => pending.delete(timer);
    },
  };
  const advance = (milliseconds: number): void => {
    time += milliseconds;
    for (const timer of pending) {
      if (timer.at > time) continue;
      pending.delete(timer);
      timer.action();
    }
  };
  /** `requested`: delays of all timers, in their order. */
  return { timers, advance, requested };
};

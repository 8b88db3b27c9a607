import { mcpToolName } from "../loop/index.ts";
import { orphanGuardLoader, type OrphanGuardLoader, systemTimers, type Timers } from "../workspace/index.ts";
import type { Fetch } from "./bounded-fetch.ts";
import type { Connection } from "./connection.ts";
import { elicitations } from "./elicitation.ts";
import { manifestCache } from "./manifest-cache.ts";
import type { McpAuth } from "./open-client.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { type ConnectAttempt, Server, START_TIMEOUT } from "./server.ts";
import type { McpServer, McpServerConfig, McpServers } from "./types.ts";

export interface McpServersOptions {
  /** Configurations with distinct names. */
  readonly configs: readonly McpServerConfig[];
  /** Folder of servers that are commands without their own. */
  readonly cwd: string;
  /** This process's environment. Servers get only its safe variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder for the manifests. It is created when needed. */
  readonly cache: string;
  /** Logs in to servers behind a URL. Default: no login. */
  readonly auth?: McpAuth;
  /** Ends the servers if this process is killed. Default: a separate guard. */
  readonly guard?: OrphanGuardLoader;
  readonly fetch?: Fetch;
  readonly timers?: Timers;
}

/** Default milliseconds of requests. */
const LIMITS = { idle: 60_000, total: 3_600_000 } as const;

/** Returns the servers of a folder. Reads their cached manifests, and starts nothing. */
export const mcpServers = ({
  configs,
  cwd,
  env,
  cache,
  auth,
  guard = orphanGuardLoader(),
  fetch = globalThis.fetch,
  timers = systemTimers,
}: McpServersOptions): McpServers => {
  const listeners = new Set<(server: McpServer) => void>();
  const closing = new AbortController();
  const connect = async (config: McpServerConfig, hide: (text: string) => string, attempt: ConnectAttempt): Promise<Connection> => {
    const [{ openClient }, { connection }] = await Promise.all([import("./open-client.ts"), import("./connection.ts")]);
    const { name, startTimeout = START_TIMEOUT, callTimeout = LIMITS.idle, totalTimeout = LIMITS.total } = config;
    const limits = { idle: callTimeout, total: totalTimeout };
    const asked = elicitations(name);
    const options = { cwd, env, guard, auth, fetch, timers, elicitations: asked, startTimeout, hide, ...attempt };
    return connection(await openClient(config, options), { name, limits, timers, hide, elicitations: asked });
  };
  const servers = configs.map((config) => {
    const hide = hideSecrets(config);
    return new Server({
      config,
      timers,
      hide,
      cache: manifestCache(cache, config, cwd),
      connect: (attempt) => connect(config, hide, attempt),
      onChange: (server) => listeners.forEach((listener) => listener(server)),
    });
  });
  return {
    servers,
    toolNames() {
      const enabled = servers.filter(({ state }) => state.kind !== "disabled");
      return enabled.flatMap(({ name, manifest }) => (manifest?.tools ?? []).map((tool) => mcpToolName(name, tool.name)));
    },
    find: (name) => servers.find((server) => server.name === name),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    discover() {
      // Failures are states of the servers.
      for (const server of servers) if (server.state.kind === "configured") server.start(closing.signal).catch(() => {});
    },
    async close() {
      closing.abort();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
};

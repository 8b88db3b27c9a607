import type { Client, ConnectOptions, Transport } from "@modelcontextprotocol/client";
import { asRecord, unlessAborted } from "../base/index.ts";
import { type OrphanGuardLoader, startService, type Timers } from "../workspace/index.ts";
import { boundedFetch, type Fetch } from "./bounded-fetch.ts";
import type { OpenClient } from "./connection.ts";
import { withInterruptedAnswers } from "./interrupted-answers.ts";
import type { Elicitations } from "./elicitation.ts";
import { explain } from "./explain.ts";
import { serverEnvironment } from "./environment.ts";
import type { McpAuthorization } from "./oauth/index.ts";
import { withRawLists } from "./raw-lists.ts";
import { type StdioChannel, stdioChannel } from "./stdio-transport.ts";
import type { ConnectAttempt } from "./server.ts";
import type { McpCommandConfig, McpManifest, McpServerConfig, McpUrlConfig } from "./types.ts";

/** Returns the authorization of the requests to a server behind a URL. */
export type McpAuth = (config: McpUrlConfig) => McpAuthorization;

export interface OpenOptions extends ConnectAttempt {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly guard: OrphanGuardLoader;
  readonly auth?: McpAuth | undefined;
  readonly fetch: Fetch;
  readonly timers: Timers;
  readonly elicitations: Elicitations;
  /** Milliseconds until the start fails; the signal aborts then. */
  readonly startTimeout: number;
  /** Hides configured secrets in text of the server. */
  readonly hide: (text: string) => string;
}

/** Connects to a server, and shakes hands in its era. @throws an error for `explain`, the signal's reason */
export const openClient = async (config: McpServerConfig, options: OpenOptions): Promise<OpenClient> => {
  if (config.kind === "command") return openProcess(config, options);
  if (config.transport === "sse") return openSse(config, options);
  try {
    return await openUrl(config, options);
  } catch (error) {
    if (options.signal.aborted || explain(config.name, error, options.hide).needsLogin) throw error;
    // The protocol asks for this order: a server of the old transport has only a GET at its URL.
    if (isRefusedPost(error)) {
      const old = await openSse(config, options).catch(() => undefined);
      if (old !== undefined) return old;
    }
    // The server may have been replaced by a modern one.
    if (options.era !== "legacy" || options.signal.aborted) throw error;
    return openUrl(config, { ...options, era: undefined });
  }
};

const isRefusedPost = (error: unknown): boolean => {
  const { status } = asRecord(error);
  return status === 400 || status === 404 || status === 405;
};

const CLIENT = { name: "coxswain", version: "0.1.0" };

const LEGACY: ConnectOptions = { prior: { kind: "legacy" } };

/** Part of the start's time after which a process that has not answered in the modern era is asked in the old one. */
const PROBE_SHARE = 0.3;

const shakeHands = async (transport: Transport, prior: ConnectOptions, probeTimeout: number, options: OpenOptions): Promise<Client> => {
  const { elicitations, signal } = options;
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(CLIENT, {
    capabilities: { elicitation: { form: {}, url: {} } },
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeTimeout } },
  });
  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => elicitations.answer(params, { withdrawn: mcpReq.signal }));
  await unlessAborted(client.connect(withRawLists(transport), { ...prior, timeout: options.startTimeout, signal }), signal);
  return client;
};

const eraOf = (client: Client): McpManifest["era"] => (client.getProtocolEra() === "modern" ? "modern" : "legacy");

const openProcess = async (config: McpCommandConfig, options: OpenOptions): Promise<OpenClient> => {
  const { guard, timers, env, signal } = options;
  const start = async (): Promise<StdioChannel> => {
    const { command, args, cwd = options.cwd } = config;
    const service = await startService({ command, args, cwd, env: serverEnvironment(env, config.env), guard, timers });
    return stdioChannel(service, timers, options.hide);
  };
  const attempt = async (channel: StdioChannel, prior: ConnectOptions): Promise<Client> =>
    shakeHands(channel.transport(), prior, options.startTimeout * PROBE_SHARE, options);
  let channel = await start();
  try {
    const client = await attempt(channel, options.era === "legacy" ? LEGACY : {}).catch(async (error: unknown) => {
      signal.throwIfAborted();
      // It started slowly, and speaks only the modern era.
      if (channel.lateDiscovery !== undefined) return attempt(channel, modern(channel.lateDiscovery));
      const hasEnded = channel.reason() !== undefined;
      // It may have been replaced by a modern one.
      if (options.era === "legacy" && !hasEnded) return attempt(channel, {});
      // Some old servers end at a request that they do not know.
      if (options.era !== undefined || !hasEnded || channel.hasAnswered || !options.restart()) throw error;
      await channel.end();
      signal.throwIfAborted();
      channel = await start();
      return attempt(channel, LEGACY);
    });
    const used = channel;
    return {
      client,
      era: eraOf(client),
      channel: used,
      async close() {
        await client.close();
        await used.end();
      },
    };
  } catch (error) {
    const reason = channel.reason();
    await channel.end();
    throw reason === undefined || signal.aborted ? error : new Error(reason, { cause: error });
  }
};

/** The client validates the answer. */
const modern = (discover: unknown): ConnectOptions => ({ prior: { kind: "modern", discover } }) as ConnectOptions;

const openUrl = async (config: McpUrlConfig, options: OpenOptions): Promise<OpenClient> => {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = withInterruptedAnswers(
    new StreamableHTTPClientTransport(new URL(config.url), {
      ...requestOptions(config, options),
      reconnectionOptions: RECONNECTION,
      reconnectionScheduler: (reconnect, delay) => options.timers.after(delay, reconnect),
    }),
  );
  try {
    const client = await shakeHands(transport, options.era === "legacy" ? LEGACY : {}, options.startTimeout, options);
    return {
      client,
      era: eraOf(client),
      async close() {
        if (transport.sessionId !== undefined) await endSession(transport, options.timers);
        await client.close();
      },
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
};

/** A stream that breaks off is resumed for about four minutes: legacy servers report changes of their lists on one. */
const RECONNECTION = {
  initialReconnectionDelay: 2000,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 60_000,
  maxRetries: 8,
} as const;

/** Connects over the transport of 2024: an event stream has all messages of the server, and each request is a POST. */
const openSse = async (config: McpUrlConfig, options: OpenOptions): Promise<OpenClient> => {
  const { SSEClientTransport, SseError } = await import("@modelcontextprotocol/client");
  const transport = new SSEClientTransport(new URL(config.url), requestOptions(config, options));
  const closed = Promise.withResolvers<string>();
  let reason: string | undefined;
  try {
    const client = await shakeHands(transport, LEGACY, options.startTimeout, options);
    // The stream is the session. The transport would open another one, in which the server knows no client.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is not an event target
    client.onerror = (error) => {
      if (!(error instanceof SseError)) return;
      reason = "its event stream ended";
      closed.resolve(reason);
      void transport.close();
    };
    return {
      client,
      era: "legacy",
      channel: { reason: () => reason, closed: closed.promise },
      close: () => client.close(),
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
};

const requestOptions = (config: McpUrlConfig, { auth, fetch }: OpenOptions) => {
  const authorization = auth?.(config);
  const bounded = boundedFetch(fetch);
  return {
    ...(authorization === undefined ? { fetch: bounded } : { authProvider: authorization.provider, fetch: authorization.observe(bounded) }),
    requestInit: { headers: { ...config.headers } },
  };
};

/** Milliseconds for telling a server that its session has ended. */
const FAREWELL = 1000;

const endSession = async (transport: { terminateSession(): Promise<void> }, timers: Timers): Promise<void> => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const cancel = timers.after(FAREWELL, resolve);
  await Promise.race([transport.terminateSession().catch(() => {}), over]);
  cancel();
};

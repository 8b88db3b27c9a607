import { CALL_TOOL, MCP_SEARCH, mcpToolName, type Tool } from "../loop/index.ts";
import { estimateToolTokens, type UserPart } from "../model/index.ts";
import { cleanLine } from "../workspace/index.ts";
import { deferredTools } from "./deferred-tools.ts";
import { isListableSchema } from "./listed-schema.ts";
import { expandReferences } from "./references.ts";
import { type McpCallHost, serverTool } from "./server-tool.ts";
import type { McpManifest, McpServer, McpServers } from "./types.ts";

/** A run for which tools are chosen. */
export interface OfferedRun {
  readonly id: string;
  /** Tokens; undefined: unknown. */
  readonly contextWindow: number | undefined;
  /** Names of the servers that the system prompt sent before lists: their tools are deferred already. */
  readonly deferred: readonly string[];
}

/** More tools than these are deferred, and those that take more than this part of the context window. */
const MAX_DIRECT = 30;
const MAX_WINDOW_PART = 0.05;
/** Tokens of a window that is not known. */
const USUAL_WINDOW = 200_000;

/**
 * The tools of servers that a session's model gets. Few tools that are known when the session opens are listed in its
 * requests; for those of other servers the model gets a search and `call_tool`. The choice holds while the session is
 * open. A changed list of tools takes effect with the next run.
 */
export class McpOffer {
  readonly #servers: McpServers;
  readonly #host: McpCallHost;
  readonly #tools = new WeakMap<McpManifest, ReadonlyMap<string, Tool>>();
  readonly #deferred: readonly Tool[];
  #run: string | undefined;
  #discovered = false;
  /** Servers whose tools are listed. Undefined: not chosen yet. */
  #direct: ReadonlySet<McpServer> | undefined;
  #listed: readonly Tool[];

  constructor(servers: McpServers, host: McpCallHost) {
    this.#servers = servers;
    this.#host = host;
    this.#deferred = deferredTools(servers);
    this.#listed = this.#deferred;
  }

  /** Chooses the tools of a run, before its first request. Later calls for the same run change nothing. */
  begin({ id, contextWindow = USUAL_WINDOW, deferred }: OfferedRun): void {
    if (this.#run === id) return;
    this.#run = id;
    this.#direct ??= listableServers(this.#servers.servers, { contextWindow, deferred });
    const tools = [...this.#listable(), ...(this.#unlisted().length === 0 ? [] : this.#deferred)];
    if (!areSame(tools, this.#listed)) this.#listed = tools;
  }

  /** Starts the servers that are not known yet, in the background. Later calls do nothing. */
  discover(): void {
    if (this.#discovered) return;
    this.#discovered = true;
    this.#servers.discover();
  }

  /** The tools of requests: the same list while they are the same. */
  get listed(): readonly Tool[] {
    return this.#listed;
  }

  /** Finds a tool of a server by its name for models, whether it is listed or not. */
  find(name: string): Tool | undefined {
    for (const server of this.#servers.servers) {
      const tool = this.#toolsOf(server).get(name);
      if (tool !== undefined) return tool;
    }
    return undefined;
  }

  /**
   * Expands the prompts and resources that a user's message names. Undefined: it names none.
   * @throws {McpError} one is not available
   */
  expand(text: string, signal: AbortSignal): Promise<readonly UserPart[] | undefined> {
    return expandReferences(text, { servers: this.#servers, host: this.#host, signal });
  }

  /** Describes the servers whose tools are deferred for the system prompt. */
  section(): { readonly servers: readonly string[]; readonly text: string } | undefined {
    const servers = this.#unlisted().toSorted((one, other) => (one.name < other.name ? -1 : 1));
    if (servers.length === 0) return undefined;
    return { servers: servers.map(({ name }) => name), text: [HEADING, ...servers.map(serverLine)].join("\n") };
  }

  #unlisted(): readonly McpServer[] {
    return this.#servers.servers.filter((server) => this.#direct?.has(server) !== true);
  }

  /** Omits tools that appear later and that a list cannot have. */
  #listable(): readonly Tool[] {
    const listed = [...(this.#direct ?? [])].flatMap((server) => {
      if (server.state.kind === "disabled") return [];
      const tools = this.#toolsOf(server);
      const listable = (server.manifest?.tools ?? []).filter(({ inputSchema }) => isListableSchema(inputSchema));
      return listable.flatMap(({ name }) => tools.get(mcpToolName(server.name, name)) ?? []);
    });
    return [...new Map(listed.map((tool) => [tool.name, tool])).values()];
  }

  #toolsOf(server: McpServer): ReadonlyMap<string, Tool> {
    const { manifest } = server;
    if (manifest === undefined) return NONE;
    let tools = this.#tools.get(manifest);
    if (tools === undefined) {
      tools = new Map(manifest.tools.map((info) => [mcpToolName(server.name, info.name), serverTool(server, info, this.#host)]));
      this.#tools.set(manifest, tools);
    }
    return tools;
  }
}

const NONE: ReadonlyMap<string, Tool> = new Map();

/** Returns the servers whose tools are known and fit for the list of a request, if these are few together. */
const listableServers = (
  servers: readonly McpServer[],
  { contextWindow, deferred }: { readonly contextWindow: number; readonly deferred: readonly string[] },
): ReadonlySet<McpServer> => {
  const listable = servers.filter(
    ({ name, manifest }) => manifest?.tools.every(({ inputSchema }) => isListableSchema(inputSchema)) === true && !deferred.includes(name),
  );
  const tools = listable.flatMap(({ manifest }) => manifest?.tools ?? []);
  const tokens = tools.reduce((sum, tool) => sum + estimateToolTokens(tool), 0);
  return new Set(tools.length <= MAX_DIRECT && tokens <= contextWindow * MAX_WINDOW_PART ? listable : []);
};

const areSame = (some: readonly Tool[], others: readonly Tool[]): boolean =>
  some.length === others.length && some.every((tool, at) => tool === others[at]);

const HEADING = `# MCP servers
Requests do not list the tools of these servers. Find them with ${MCP_SEARCH}, and call them with ${CALL_TOOL}.`;

/** One line: the name, a description, and the number of tools if it is known. */
const serverLine = ({ name, config, manifest }: McpServer): string => {
  const about = config.description ?? firstSentence(manifest?.instructions) ?? manifest?.title;
  const count = manifest === undefined ? [] : [`${manifest.tools.length} ${manifest.tools.length === 1 ? "tool" : "tools"}`];
  const words = [
    ...(about === undefined ? [] : [cleanLine(about, 200)]),
    ...count.map((text) => (about === undefined ? text : `(${text})`)),
  ];
  return `- ${name}${words.length === 0 ? "" : `: ${words.join(" ")}`}`;
};

const firstSentence = (text: string | undefined): string | undefined => text?.split(/(?<=[.!?])\s|\n/, 1)[0];

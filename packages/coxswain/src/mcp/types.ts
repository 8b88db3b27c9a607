import type { JsonSchema } from "../loop/index.ts";

/** Configuration of one MCP server, after variables are expanded. Sources: settings, `.mcp.json`, `--mcp-config`. */
export type McpServerConfig = McpCommandConfig | McpUrlConfig;

interface McpConfigCommon {
  /** Letters, digits, `-` and `_`. */
  readonly name: string;
  readonly origin: "user" | "project" | "option";
  /** For the model, in place of the server's own description. Default: none. */
  readonly description?: string;
  /** Milliseconds until a start fails. Default: 10,000. */
  readonly startTimeout?: number;
  /** Milliseconds without progress until a call fails. Default: 60,000. */
  readonly callTimeout?: number;
  /** Milliseconds until a call fails in spite of progress. Default: 3,600,000. */
  readonly totalTimeout?: number;
}

/** A server that runs as a child process, over stdio. */
export interface McpCommandConfig extends McpConfigCommon {
  readonly kind: "command";
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the safe variables of this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. Default: the session's folder. */
  readonly cwd?: string;
}

/** A server behind a URL. */
export interface McpUrlConfig extends McpConfigCommon {
  readonly kind: "url";
  readonly url: string;
  /** `sse`: the HTTP+SSE transport of 2024. Default: streamable HTTP, or `sse` if the server refuses a POST. */
  readonly transport?: "sse";
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: McpOAuthConfig;
}

/** How to log in at a server. Default: a client is registered at the first login, with the scopes that the server names. */
export interface McpOAuthConfig {
  /** ID of a registered client. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Absolute path of a private key in PEM, which the grant `client_credentials` uses in place of a secret (RFC 7523). */
  readonly privateKeyFile?: string;
  /** HTTPS URL of a client metadata document, used in place of a registration where the authorization server allows it. */
  readonly clientMetadataUrl?: string;
  /** Requested in addition to those that the server's challenge names. */
  readonly scopes?: readonly string[];
  /** Loopback port of the callback. Default: any free port. */
  readonly port?: number;
  /**
   * `client_credentials`: the client logs in by its secret or its key, without a user. Default: `authorization_code`.
   */
  readonly grant?: "authorization_code" | "client_credentials";
}

/** Everything that a server offers, validated and cleaned. Cached on disk. */
export interface McpManifest {
  /** SHA-256 of the fields below, except the name of the era. */
  readonly hash: string;
  /** The protocol's era that the server speaks. */
  readonly era: "legacy" | "modern";
  readonly title?: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly tools: readonly McpToolInfo[];
  readonly prompts: readonly McpPromptInfo[];
  readonly resources: readonly McpResourceInfo[];
  /** Problems found while cleaning, one line each: skipped tools, cut descriptions. */
  readonly problems: readonly string[];
}

export interface McpToolInfo {
  /** As the server names it; requests use this name. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Hints of the server, which may be wrong. */
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  /** SHA-256 of the description, the schemas and the hints. */
  readonly hash: string;
}

export interface McpPromptInfo {
  readonly name: string;
  readonly description?: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

export interface McpResourceInfo {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mediaType?: string;
}

/**
 * State of a server. `configured`: nothing is known of it yet. `known`: its manifest is cached, and it is not started.
 * `failed`: not available, with one line: the reason, and what to do. `disabled`: the user has disabled it for this process.
 */
export type McpServerState =
  | { readonly kind: "configured" }
  | { readonly kind: "known"; readonly manifest: McpManifest }
  | { readonly kind: "starting"; readonly manifest?: McpManifest }
  | { readonly kind: "started"; readonly manifest: McpManifest }
  | { readonly kind: "disabled"; readonly manifest?: McpManifest }
  | { readonly kind: "failed"; readonly reason: string; readonly needsLogin: boolean; readonly manifest?: McpManifest };

/** Options of one request to a server. */
export interface McpRequestOptions {
  readonly signal: AbortSignal;
  /** Receives one line for each progress notification. */
  readonly onProgress?: (line: string) => void;
  /** Answers elicitations that arrive during the request. Default: each is declined. */
  readonly elicit?: McpElicit;
}

/** A server asks the user for data, or to open a URL. */
export type McpElicitation =
  | { readonly kind: "form"; readonly server: string; readonly message: string; readonly schema: JsonSchema }
  | { readonly kind: "url"; readonly server: string; readonly message: string; readonly url: string };

export type McpElicitResult =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>> }
  | { readonly action: "decline" | "cancel" };

export type McpElicit = (elicitation: McpElicitation, signal: AbortSignal) => Promise<McpElicitResult>;

/** A content block of a result or a prompt, in the protocol's form. */
export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly mimeType: string; readonly data: string }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
  | { readonly type: "resource"; readonly resource: McpResourceContent };

export type McpResourceContent = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** Result of a tool call. */
export interface McpCallResult {
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

/** One configured server. */
export interface McpServer {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly state: McpServerState;
  /** The latest manifest, also of a failed server. */
  readonly manifest: McpManifest | undefined;
  /**
   * Starts the server if needed, and returns its manifest.
   * @throws {McpError} it failed; the message has the reason, and what to do
   */
  start(signal: AbortSignal): Promise<McpManifest>;
  /**
   * Ends the server if it runs, and starts it: also one that is disabled, or that has failed too often.
   * @throws {McpError} it failed
   */
  restart(signal: AbortSignal): Promise<McpManifest>;
  /** Ends the server. Until a restart, its requests fail and its tools are not offered. */
  disable(): Promise<void>;
  /** Starts the server if needed. @throws {McpError} */
  callTool(tool: string, input: unknown, options: McpRequestOptions): Promise<McpCallResult>;
  /** @throws {McpError} */
  readResource(uri: string, options: McpRequestOptions): Promise<readonly McpResourceContent[]>;
  /** @throws {McpError} */
  getPrompt(
    prompt: string,
    input: Readonly<Record<string, string>>,
    options: McpRequestOptions,
  ): Promise<readonly { readonly role: "user" | "assistant"; readonly content: McpContent }[]>;
}

/** The servers of one folder, shared by all sessions of a process in it. */
export interface McpServers {
  readonly servers: readonly McpServer[];
  /** Returns the names of the known tools of servers that are not disabled, as in calls: `mcp__SERVER__TOOL`. */
  toolNames(): readonly string[];
  find(name: string): McpServer | undefined;
  /** Calls the listener after each change of a server's state or manifest. Returns a function that ends this. */
  onChange(listener: (server: McpServer) => void): () => void;
  /** Starts, in the background, the servers whose manifest is not cached. */
  discover(): void;
  /** Ends all servers with their process groups. */
  close(): Promise<void>;
}

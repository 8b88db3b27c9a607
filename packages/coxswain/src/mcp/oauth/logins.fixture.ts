import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { McpOAuthConfig, McpUrlConfig } from "../types.ts";
import type { AuthorizationServerStub } from "./authorization-server.fixture.ts";
import type { McpLoginPorts } from "./login.ts";
import { type McpLogins, mcpLogins } from "./logins.ts";

export const urlConfig = (url: string, oauth: McpOAuthConfig = {}): McpUrlConfig => ({
  name: "stub",
  origin: "user",
  kind: "url",
  url,
  headers: {},
  oauth,
});

export const temporaryFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-logins-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Terminal and browser of a user that approves each login. */
export interface StubUser extends McpLoginPorts {
  readonly printed: string[];
  /** Text of the page that the browser shows at the end. */
  lastPage(): string;
}

export const approvingUser = ({ signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): StubUser => {
  const printed: string[] = [];
  let lastPage = "";
  return {
    printed,
    signal,
    lastPage: () => lastPage,
    print: (line) => void printed.push(line),
    async open(url) {
      const response = await fetch(url);
      lastPage = await response.text();
    },
  };
};

/** Returns the redirect to the callback, without following it. */
export const approve = async (url: string): Promise<string> => {
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
};

export interface LoggedIn {
  readonly logins: McpLogins;
  readonly config: McpUrlConfig;
  readonly folder: string;
}

/** Logs in at a stub. */
export const loggedIn = async (t: TestContext, stub: AuthorizationServerStub, oauth: McpOAuthConfig = {}): Promise<LoggedIn> => {
  const folder = temporaryFolder(t);
  const logins = mcpLogins({ folder });
  const config = urlConfig(stub.url, oauth);
  await logins.login(config, approvingUser());
  return { logins, config, folder };
};

/** Sends a message as a connection does. */
export const sender = async (t: TestContext, logins: McpLogins, config: McpUrlConfig): Promise<() => Promise<void>> => {
  const { provider, observe } = logins.authorize(config);
  const transport = new StreamableHTTPClientTransport(new URL(config.url), { authProvider: provider, fetch: observe(fetch) });
  await transport.start();
  t.after(() => transport.close());
  return () => transport.send({ jsonrpc: "2.0", method: "notifications/test" });
};

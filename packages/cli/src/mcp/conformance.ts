import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { McpElicit, McpLoginPorts, McpLogins, McpOAuthConfig, McpServer, McpUrlConfig } from "coxswain/mcp";
import { UsageError } from "../argv/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { exampleOf, recordOf } from "./example-value.ts";

/**
 * `cox mcp conformance URL`: uses everything that the server at the URL offers, as sessions do, for the protocol's
 * conformance suite. The suite passes the credentials and calls of a scenario in MCP_CONFORMANCE_CONTEXT. Nothing is
 * read from the user's files, and none of them is changed.
 */
export const conformance = async (url: string | undefined, { env, stderr }: ProcessContext): Promise<ExitCode> => {
  if (url === undefined) throw new UsageError("Missing URL. Usage: cox mcp conformance URL");
  const { McpError, mcpLogins, mcpServers } = await import("coxswain/mcp");
  const scenario = recordOf(JSON.parse(env["MCP_CONFORMANCE_CONTEXT"] ?? "{}"));
  const folder = mkdtempSync(join(tmpdir(), "cox-conformance-"));
  const logins = mcpLogins({ folder: join(folder, "logins") });
  const config = configOf(url, env["MCP_CONFORMANCE_SCENARIO"] ?? "", scenario);
  const servers = mcpServers({ configs: [config], cwd: folder, env: {}, cache: join(folder, "cache"), auth: logins.authorize });
  try {
    for (const server of servers.servers) await useServer(server, scenario, withLogin(logins, config));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    stderr.write(`cox: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Document that the suite expects where the authorization server accepts metadata documents. */
const CLIENT_METADATA_URL = "https://conformance-test.local/client-metadata.json";

/** Longer than the default: the suite runs its scenarios at once. */
const START_TIMEOUT = 60_000;

const configOf = (url: string, name: string, { client_id: id, client_secret: secret }: Readonly<Record<string, unknown>>): McpUrlConfig => {
  const oauth: McpOAuthConfig =
    typeof id === "string" && typeof secret === "string"
      ? { clientId: id, clientSecret: secret, grant: name.includes("client-credentials") ? "client_credentials" : "authorization_code" }
      : { clientMetadataUrl: CLIENT_METADATA_URL };
  return { kind: "url", name: "conformance", origin: "option", url, headers: {}, oauth, startTimeout: START_TIMEOUT };
};

/** Repeats an action after a login, if it needs one. */
type WithLogin = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Logins for one run: a server may require scopes that no login gets. */
const MAX_LOGINS = 3;

const withLogin = (logins: McpLogins, config: McpUrlConfig): WithLogin => {
  let count = 0;
  const attempt: WithLogin = async (act) => {
    try {
      return await act();
    } catch (error) {
      if (recordOf(error)["needsLogin"] !== true || count === MAX_LOGINS) throw error;
      count += 1;
      await logins.login(config, approvingUser());
      return attempt(act);
    }
  };
  return attempt;
};

/** The suite's login pages redirect at once. */
const approvingUser = (): McpLoginPorts => ({
  print: () => {},
  async open(url) {
    const response = await fetch(url);
    await response.body?.cancel();
  },
  signal: AbortSignal.timeout(60_000),
});

const useServer = async (server: McpServer, scenario: Readonly<Record<string, unknown>>, attempt: WithLogin): Promise<void> => {
  const options = { signal: new AbortController().signal, elicit: accept };
  const { tools, resources, prompts } = await attempt(() => server.start(options.signal));
  const calls = Array.isArray(scenario["toolCalls"])
    ? scenario["toolCalls"].map(recordOf)
    : tools.map(({ name, inputSchema }) => ({ name, arguments: exampleOf(inputSchema) }));
  for (const call of calls) await attempt(() => server.callTool(String(call["name"]), call["arguments"], options));
  for (const { uri } of resources) await attempt(() => server.readResource(uri, options));
  for (const { name, arguments: parameters } of prompts) {
    const values = Object.fromEntries(parameters.map((parameter) => [parameter.name, "example"]));
    await attempt(() => server.getPrompt(name, values, options));
  }
};

/** Accepts each form with its defaults. */
const accept: McpElicit = async (elicitation) => {
  if (elicitation.kind === "url") return { action: "accept" };
  const properties = Object.entries(recordOf(elicitation.schema["properties"]));
  return { action: "accept", content: Object.fromEntries(properties.map(([name, schema]) => [name, exampleOf(schema)])) as never };
};

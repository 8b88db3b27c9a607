import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { McpAuthorization, McpElicit, McpLoginPorts, McpLogins, McpOAuthConfig, McpServer, McpUrlConfig } from "coxswain/mcp";
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
  const config = configOf(url, env["MCP_CONFORMANCE_SCENARIO"] ?? "", scenario, folder);
  const auth = (server: McpUrlConfig): McpAuthorization => logins.authorize(server);
  const servers = mcpServers({ configs: [config], cwd: folder, env: {}, cache: join(folder, "cache"), auth });
  try {
    const report = (message: string): void => stderr.write(`cox: ${message}\n`);
    for (const server of servers.servers) await useServer(server, scenario, withLogin(logins, config), report);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    stderr.write(`cox: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    await servers.close();
    await logins.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Document that the suite expects where the authorization server accepts metadata documents. */
const CLIENT_METADATA_URL = "https://conformance-test.local/client-metadata.json";

/** Longer than the default: the suite runs its scenarios at once. */
const START_TIMEOUT = 60_000;

const configOf = (url: string, name: string, scenario: Readonly<Record<string, unknown>>, folder: string): McpUrlConfig => ({
  kind: "url",
  name: "conformance",
  origin: "option",
  url,
  headers: {},
  startTimeout: START_TIMEOUT,
  oauth: {
    ...oauthOf(scenario, folder),
    ...(name.startsWith("auth/client-credentials") ? { grant: "client_credentials" } : {}),
  },
});

const oauthOf = (scenario: Readonly<Record<string, unknown>>, folder: string): McpOAuthConfig => {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: key } = scenario;
  if (typeof clientId !== "string") return { clientMetadataUrl: CLIENT_METADATA_URL };
  if (typeof clientSecret === "string") return { clientId, clientSecret };
  const privateKeyFile = join(folder, "key.pem");
  writeFileSync(privateKeyFile, String(key), { mode: 0o600 });
  return { clientId, privateKeyFile };
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

/** As in a session, a failed call is reported, and the next one is tried. */
const useServer = async (
  server: McpServer,
  scenario: Readonly<Record<string, unknown>>,
  attempt: WithLogin,
  report: (message: string) => void,
): Promise<void> => {
  const options = { signal: new AbortController().signal, elicit: accept };
  const { tools, resources, prompts } = await attempt(() => server.start(options.signal));
  const use = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await attempt(act);
    } catch (error) {
      const { needsLogin, message } = recordOf(error);
      if (needsLogin !== false) throw error;
      report(String(message));
    }
  };
  const calls = Array.isArray(scenario["toolCalls"])
    ? scenario["toolCalls"].map(recordOf)
    : tools.map(({ name, inputSchema }) => ({ name, arguments: exampleOf(inputSchema) }));
  for (const call of calls) await use(() => server.callTool(String(call["name"]), call["arguments"], options));
  for (const { uri } of resources) await use(() => server.readResource(uri, options));
  for (const { name, arguments: parameters } of prompts) {
    const values = Object.fromEntries(parameters.map((parameter) => [parameter.name, "example"]));
    await use(() => server.getPrompt(name, values, options));
  }
};

/** Accepts each form with its defaults. */
const accept: McpElicit = async (elicitation) => {
  if (elicitation.kind === "url") return { action: "accept" };
  const properties = Object.entries(recordOf(elicitation.schema["properties"]));
  return { action: "accept", content: Object.fromEntries(properties.map(([name, schema]) => [name, exampleOf(schema)])) as never };
};

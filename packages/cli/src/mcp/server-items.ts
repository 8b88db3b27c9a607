import type { McpServer, McpServers } from "coxswain/mcp";
import { type Configuration, mcpServerRows, type McpServerRow, openMcpLogins } from "../configuration/index.ts";
import { errorLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import type { ServerAction, ServerItem } from "../screen/index.ts";
import { openBrowser } from "./open-browser.ts";
import { sizeText } from "./server-summary.ts";
import { manifestLines } from "./show.ts";

/** Lists the servers of a session for its screen. */
export const serverItems = (configuration: Pick<Configuration, "mcp">, servers: McpServers | undefined): readonly ServerItem[] =>
  mcpServerRows(configuration, servers).map((row) => ({
    name: row.name,
    state: row.state === "unapproved" ? "not approved" : row.state,
    size: row.manifest === undefined ? "" : sizeText(row.manifest),
    lines: row.manifest === undefined ? [] : manifestLines(row.manifest),
    ...(row.reason === undefined ? {} : { reason: row.reason }),
    actions: servers?.find(row.name)?.state.kind === row.state ? actionsOf(row) : [],
  }));

const actionsOf = ({ state, needsLogin }: McpServerRow): readonly ServerAction[] => {
  if (state === "disabled") return ["enable"];
  if (state === "started") return ["restart", "disable"];
  if (state !== "failed") return ["start", "disable"];
  return [...(needsLogin ? (["login"] as const) : []), "restart", "disable"];
};

interface ServerChange {
  readonly configuration: Pick<Configuration, "mcp" | "home">;
  readonly servers: McpServers | undefined;
  readonly env: ProcessContext["env"];
  readonly print: (line: string) => void;
}

/** As `Workplace.changeServer`. */
export const changeServer = async (name: string, action: ServerAction, change: ServerChange): Promise<string> => {
  const { configuration, servers } = change;
  const server = servers?.find(name);
  try {
    if (server !== undefined) await act(server, action, change);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      return `${name}: no login within 5 minutes. To try again: /mcp ${name} login`;
    // A failed start is also the server's state; a failed login is not.
    if (action === "login") return errorLine(error);
  }
  const item = serverItems(configuration, servers).find((one) => one.name === name);
  return `${name}: ${item?.reason ?? [item?.state, item?.size].filter(Boolean).join(" · ")}`;
};

/** Milliseconds for the user at the login page. */
const LOGIN_TIMEOUT = 300_000;

const act = async (server: McpServer, action: ServerAction, { configuration, env, print }: ServerChange): Promise<void> => {
  // A start has its own time limit, and ends with the session.
  const { signal } = new AbortController();
  if (action === "disable") return server.disable();
  if (action === "login" && server.config.kind === "url") {
    const logins = await openMcpLogins(configuration);
    await logins.login(server.config, { print, open: (url) => openBrowser(url, env), signal: AbortSignal.timeout(LOGIN_TIMEOUT) });
  }
  await (action === "start" ? server.start(signal) : server.restart(signal));
};

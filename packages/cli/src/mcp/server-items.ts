import type { McpServers } from "coxswain/mcp";
import { type Configuration, mcpServerRows, type McpServerRow } from "../configuration/index.ts";
import type { ServerItem } from "../screen/index.ts";
import { sizeText } from "./server-summary.ts";
import { manifestLines } from "./show.ts";

type WithServers = Pick<Configuration, "mcp">;

/** Lists the servers of a session for its screen. */
export const serverItems = (configuration: WithServers, servers: McpServers | undefined): readonly ServerItem[] =>
  mcpServerRows(configuration, servers).map(({ name, state, manifest, reason }) => ({
    name,
    state: state === "unapproved" ? "not approved" : state,
    size: manifest === undefined ? "" : sizeText(manifest),
    lines: manifest === undefined ? [] : manifestLines(manifest),
    ...(reason === undefined ? {} : { reason }),
    canStart: CAN_START.has(state) && servers?.find(name) !== undefined,
  }));

const CAN_START: ReadonlySet<McpServerRow["state"]> = new Set(["configured", "known", "starting", "failed"]);

/** Starts a server of a session. Returns what it offers, or why it failed. */
export const startServer = async (name: string, configuration: WithServers, servers: McpServers | undefined): Promise<string> => {
  // The start has its own time limit, and ends with the session.
  await servers
    ?.find(name)
    ?.start(new AbortController().signal)
    .catch(() => undefined); // the state has the reason
  const item = serverItems(configuration, servers).find((one) => one.name === name);
  return [`${name}: ${item?.reason ?? item?.state ?? "unknown"}`, ...(item?.lines ?? [])].join("\n");
};

import { UsageError } from "../../argv/index.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import type { ServerItem } from "./workplace.ts";

/** `/mcp`: lists the MCP servers of the session with their states, shows what they offer, and starts them. */
export const mcpCommand: ScreenCommand = {
  name: "mcp",
  arguments: "[SERVER]",
  summary: "List the MCP servers with their states and tools, and start them",
  complete: async ({ workplace }) => (await workplace.servers()).map(({ name, state }) => ({ value: name, note: state })),
  async run(words, host) {
    const { workplace, print, choose } = host;
    const items = await workplace.servers();
    if (items.length === 0) return print("No MCP servers. Add one with: cox mcp add NAME -- COMMAND, or cox mcp add NAME URL");
    const named = words === "" ? undefined : items.find(({ name }) => name === words);
    if (words !== "" && named === undefined) throw new UsageError(`no MCP server ${words}. /mcp lists them`);
    const item =
      named ??
      (await choose({
        title: "MCP servers",
        items: items.map((one) => ({ label: one.name, note: [one.state, one.size].filter((text) => text !== "").join(" · "), value: one })),
        preview: ({ reason, lines }) => [...(reason === undefined ? [] : [reason]), ...lines].join("\n"),
      }));
    return item === undefined ? undefined : open(item, host);
  },
};

/** Shows a server, after starting it if it can be started and is not running. */
const open = async ({ name, state, reason, lines, canStart }: ServerItem, { workplace, print }: CommandHost): Promise<void> => {
  if (!canStart) return print([`${name}: ${state}${reason === undefined ? "" : `: ${reason}`}`, ...lines].join("\n"));
  print(`Starting ${name} …`);
  print(await workplace.startServer(name));
};

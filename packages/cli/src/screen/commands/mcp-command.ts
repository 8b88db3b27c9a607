import { UsageError } from "../../argv/index.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import type { ServerAction, ServerItem } from "./workplace.ts";

/** `/mcp`: lists the MCP servers of the session with their states, shows what they offer, and changes them. */
export const mcpCommand: ScreenCommand = {
  name: "mcp",
  arguments: "[SERVER [ACTION]]",
  summary: "List the MCP servers with their states and tools; start, restart, disable them, and log in",
  complete: async ({ workplace }) => (await workplace.servers()).map(({ name, state }) => ({ value: name, note: state })),
  async run(words, host) {
    const { workplace, print, choose } = host;
    const [name, action, more] = words.split(/\s+/).filter((word) => word !== "");
    if (more !== undefined) throw new UsageError(`unexpected argument: ${more}`);
    const items = await workplace.servers();
    if (items.length === 0) return print("No MCP servers. Add one with: cox mcp add NAME -- COMMAND, or cox mcp add NAME URL");
    const item =
      name === undefined
        ? await choose({
            title: "MCP servers",
            items: items.map((one) => ({
              label: one.name,
              note: [one.state, one.size].filter((text) => text !== "").join(" · "),
              value: one,
            })),
            preview: previewOf,
          })
        : items.find((one) => one.name === name);
    if (item !== undefined) return open(item, action, host);
    if (name !== undefined) throw new UsageError(`no MCP server ${name}. /mcp lists them`);
  },
};

const LABELS: Readonly<Record<ServerAction, string>> = {
  start: "Start",
  restart: "Restart",
  enable: "Enable",
  disable: "Disable in this session",
  login: "Log in",
};

/** Carries out an action on a server, by default one that the user chooses. */
const open = async (item: ServerItem, typed: string | undefined, host: CommandHost): Promise<void> => {
  const { name, state, reason, actions } = item;
  // A server that does not run is restarted by its start.
  const word = typed === "restart" && actions.includes("start") ? "start" : typed;
  const { workplace, print, choose } = host;
  const show = (): void => print([`${name}: ${state}${reason === undefined ? "" : `: ${reason}`}`, ...item.lines].join("\n"));
  if (word !== undefined && !actions.some((action) => action === word))
    throw new UsageError(
      actions.length === 0
        ? `${name} is ${state}: ${reason ?? "it is not used"}`
        : `${name} is ${state}. Its actions: ${actions.join(", ")}`,
    );
  if (actions.length === 0) return show();
  const action =
    actions.find((one) => one === word) ??
    (await choose<ServerAction | "show">({
      title: `${name} · ${state}`,
      items: [...actions.map((value) => ({ label: LABELS[value], value })), { label: "Show what it offers", value: "show" }],
      preview: () => previewOf(item),
    }));
  if (action === undefined) return;
  if (action === "show") return show();
  if (action !== "disable") print(action === "login" ? `Logging in to ${name} …` : `Starting ${name} …`);
  print(await workplace.changeServer(name, action, print));
};

const previewOf = ({ reason, lines }: ServerItem): string => [...(reason === undefined ? [] : [reason]), ...lines].join("\n");

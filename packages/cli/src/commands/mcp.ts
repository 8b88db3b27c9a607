import { type CommandDeclaration, TRUST } from "./declaration.ts";

const SCOPES = ["user", "project"] as const;

/** Files with further MCP servers. */
export const MCP_CONFIG = {
  value: "FILE",
  repeatable: true,
  help: "Also use the MCP servers of FILE, in the format of .mcp.json; they override others of the same name. Repeatable.",
} as const;

export const MCP = {
  summary: "Show, add, test and remove MCP servers.",
  usage: [
    "cox mcp [list] [--check] [--json]",
    "cox mcp show SERVER [--json]",
    "cox mcp test SERVER [--json]",
    "cox mcp add NAME [--scope SCOPE] [--transport TRANSPORT] [--header PAIR] URL",
    "cox mcp add NAME [--scope SCOPE] [--env PAIR] -- COMMAND [ARGUMENT ...]",
    "cox mcp remove SERVER [--scope SCOPE]",
    "cox mcp login SERVER",
    "cox mcp logout SERVER",
  ],
  about:
    "MCP servers come from your settings, from the .mcp.json of a project that you trust, and from --mcp-config. Nothing is started here but by list --check and test. Values of --env and --header may name variables of the environment, as '${TOKEN}', so that no file has the secret.",
  lists: {
    Actions: {
      list: "Show each server: its state, its tools and the tokens that they take, and why it cannot be used.",
      show: "Show how a server is configured, and what it offers.",
      test: "Start a server, and show how long that takes and what it offers. Exit code 1 if it fails.",
      add: "Add a server at a URL, or a command that is one, to your settings or to the project's .mcp.json.",
      remove: "Remove a server from your settings or from the project's .mcp.json.",
      login: "Log in at a server with OAuth: opens the browser, and prints the URL. Over SSH, paste the last page's URL.",
      logout: "Delete the login at a server.",
    },
  },
  options: {
    scope: { short: "s", value: "SCOPE", choices: SCOPES, help: "user (the default of add): your settings; project: its .mcp.json." },
    transport: {
      short: "t",
      value: "TRANSPORT",
      choices: ["stdio", "http", "sse"],
      help: "With add: how to reach the server. Default: stdio for a command, http for a URL.",
    },
    env: { short: "e", value: "NAME=VALUE", repeatable: true, help: "With add: an environment variable of the command. Repeatable." },
    header: { short: "H", value: "NAME: VALUE", repeatable: true, help: "With add: a header of requests to the URL. Repeatable." },
    check: { help: "With list: start each server first, and show which ones fail." },
    json: { help: "With list, show and test: print one JSON object per line." },
    "mcp-config": MCP_CONFIG,
    ...TRUST,
  },
} as const satisfies CommandDeclaration;

/** Names of MCP servers: they are part of the names of their tools. */
export const SERVER_NAME = { expected: "1 to 64 letters, digits, `-` and `_`", pattern: /^[A-Za-z0-9_-]{1,64}$/ };

/** Returns what a name must be if it cannot name an MCP server. */
export const mcpServerNameFault = (name: string): string | undefined =>
  SERVER_NAME.pattern.test(name) ? undefined : `the name of a server must be ${SERVER_NAME.expected}`;

export { mcpAction } from "./mcp-action.ts";
export { changeServer, serverItems } from "./server-items.ts";

export { mcpAction } from "./mcp-action.ts";
export { serverItems, startServer } from "./server-items.ts";

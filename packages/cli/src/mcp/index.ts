export { mcpAction } from "./mcp-action.ts";

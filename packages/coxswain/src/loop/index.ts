export type { Gate, PermissionRequest, Verdict } from "./gate.ts";
export { defineTool, type Effect, type JsonSchema, textResult, type Tool, type ToolContext, ToolError, type ToolResult } from "./tool.ts";

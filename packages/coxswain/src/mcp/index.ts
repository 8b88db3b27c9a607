export type { McpCommandConfig, McpServerConfig, McpUrlConfig } from "./types.ts";

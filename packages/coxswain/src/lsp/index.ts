export type { EditCheck, EditErrors } from "./edit-check.ts";
export { LanguageServers, type LanguageServersHost, type LanguageServersOptions, type LanguageStatus } from "./language-servers.ts";
export type { FileEvent } from "./server.ts";
export type { LanguageServerState } from "./restarting-server.ts";
export type { LanguageOptions } from "./server-command.ts";

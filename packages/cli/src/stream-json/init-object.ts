import type { SessionState } from "coxswain";
import { SLASH_NAMES } from "../options/index.ts";
import { version } from "../process/index.ts";

/** The first line of a stream. */
export const initObject = (
  { id, cwd, model }: Pick<SessionState, "id" | "cwd" | "model">,
  tools: readonly string[],
  yes: boolean,
  commands: readonly string[] = [],
): object => ({
  type: "system",
  subtype: "init",
  cwd,
  session_id: id,
  tools,
  mcp_servers: [],
  model,
  permissionMode: yes ? "bypassPermissions" : "default",
  slash_commands: [...SLASH_NAMES, ...commands],
  skills: [],
  plugins: [],
  cox_version: version(),
  uuid: crypto.randomUUID(),
});

import type { PermissionMode, SessionState } from "coxswain";
import type { Confinement } from "coxswain/tools";
import { SLASH_NAMES } from "../options/index.ts";
import { version } from "../process/index.ts";
import { toldMode } from "./permission-modes.ts";

interface Begun {
  readonly state: Pick<SessionState, "id" | "cwd" | "model">;
  readonly tools: readonly string[];
  /** Those that extensions bring. */
  readonly commands?: readonly string[] | undefined;
  /** What confines its commands, where that is known. */
  readonly sandbox?: Confinement | undefined;
  /** What runs without a question, where that is known. */
  readonly mode?: PermissionMode | undefined;
}

/** The first line of a stream. */
export const initObject = ({ state: { id, cwd, model }, tools, commands = [], sandbox, mode = "ask" }: Begun): object => ({
  type: "system",
  subtype: "init",
  cwd,
  session_id: id,
  tools,
  mcp_servers: [],
  model,
  permissionMode: toldMode(mode),
  slash_commands: [...SLASH_NAMES, ...commands],
  skills: [],
  plugins: [],
  ...(sandbox === undefined ? {} : { cox_sandbox: sandbox }),
  cox_version: version(),
  uuid: crypto.randomUUID(),
});

import { systemObject } from "./system-object.ts";
import type { PermissionMode, SessionState } from "coxswain";
import type { Confinement } from "coxswain/tools";
import { SLASH_NAMES } from "../commands/index.ts";
import { version } from "../process/index.ts";
import { claudeMode } from "./claude-modes.ts";

interface Begun {
  readonly state: Pick<SessionState, "id" | "cwd" | "model">;
  readonly tools: readonly string[];
  /** Commands of extensions. */
  readonly commands?: readonly string[] | undefined;
  /** Confinement of its commands, if known. */
  readonly sandbox?: Confinement | undefined;
  /** Permission mode, if known. */
  readonly mode?: PermissionMode | undefined;
}

/** The first line of a stream. */
export const initObject = ({ state: { id, cwd, model }, tools, commands = [], sandbox, mode = "ask" }: Begun): object =>
  systemObject("init", {
    cwd,
    session_id: id,
    tools,
    mcp_servers: [],
    model,
    permissionMode: claudeMode(mode),
    slash_commands: [...SLASH_NAMES, ...commands],
    skills: [],
    plugins: [],
    ...(sandbox === undefined ? {} : { cox_sandbox: sandbox }),
    cox_version: version(),
    uuid: crypto.randomUUID(),
  });

import type { ShellOptions, ShellResult } from "../session/index.ts";
import type { AgentSession } from "./agent-session.ts";

/**
 * Runs a command for the user in the session's folder: `!command` is shown to the model, `!!command` is only stored.
 * @throws every error of `Session.shell`
 */
export const executeBash = (agent: AgentSession, command: string, options?: ShellOptions): Promise<ShellResult> =>
  agent.session.shell(command, options);

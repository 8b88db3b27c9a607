import type { McpServers } from "coxswain/mcp";
import { type Configuration, openMcpServers } from "../configuration/index.ts";
import { type ExitCode, interruption, type ProcessContext } from "../process/index.ts";

/**
 * Opens the servers for a command, and ends them. A signal such as Ctrl+C aborts the work, and decides the exit code.
 * @param work its signal aborts at a signal to this process
 */
export const withServers = async (
  configuration: Configuration,
  { cwd, signals }: Pick<ProcessContext, "cwd" | "signals">,
  work: (servers: McpServers | undefined, signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> => {
  using interrupted = interruption(signals);
  const servers = await openMcpServers(configuration, cwd);
  try {
    return await work(servers, interrupted.signal);
  } catch (error) {
    if (interrupted.code === undefined) throw error;
    return interrupted.code;
  } finally {
    await servers?.close();
  }
};

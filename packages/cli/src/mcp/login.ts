import { createInterface } from "node:readline";
import type { McpUrlConfig } from "coxswain/mcp";
import { UsageError } from "../argv/index.ts";
import { type Configuration, openMcpLogins } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, interruption, type ProcessContext } from "../process/index.ts";
import { findRow, onlyName } from "./find-server.ts";
import { openBrowser } from "./open-browser.ts";
import type { McpAction } from "./request.ts";

/** `cox mcp login NAME`: opens the login page, and waits for the browser or for a pasted URL. */
export const login: McpAction = async ({ configuration, rest, context }) => {
  const { env, stderr, signals } = context;
  const config = serverAtUrl(onlyName(rest, "login"), configuration);
  using interrupted = interruption(signals);
  try {
    const { scope } = await (
      await openMcpLogins(configuration)
    ).login(config, {
      print: (line) => stderr.write(`${escapeLine(line)}\n`),
      open: (url) => openBrowser(url, env),
      readLine: lineReader(context),
      signal: interrupted.signal,
    });
    const scopes = scope === undefined || scope === "" ? "" : `, with access to ${scope}`;
    stderr.write(`Logged in to ${escapeLine(`${config.name}${scopes}`)}.\n`);
    return EXIT.done;
  } catch (error) {
    if (interrupted.code === undefined) throw error;
    return interrupted.code;
  } finally {
    context.stdin.destroy();
  }
};

/** `cox mcp logout NAME`: deletes the tokens, and revokes them. */
export const logout: McpAction = async ({ configuration, rest, context: { stderr } }) => {
  const config = serverAtUrl(onlyName(rest, "logout"), configuration);
  const ended = await (await openMcpLogins(configuration)).logout(config);
  if (ended === undefined) {
    stderr.write(`cox: not logged in to ${escapeLine(config.name)}\n`);
    return EXIT.failed;
  }
  stderr.write(`Logged out of ${escapeLine(config.name)}.\n`);
  if (ended.revocationFailure !== undefined) {
    const reason = `the server may still accept the tokens, which could not be revoked: ${ended.revocationFailure}`;
    stderr.write(`cox: ${escapeLine(reason)}. To end the access now, use the settings of your account there.\n`);
  }
  return EXIT.done;
};

/** @throws {UsageError} */
const serverAtUrl = (name: string, configuration: Configuration): McpUrlConfig => {
  const config = configuration.mcp.servers.map((server) => server.config).find((one) => one.name === name);
  if (config?.kind === "url") return config;
  if (config !== undefined) throw new UsageError(`${name} is a command, which needs no login here`);
  const { reason, state } = findRow(name, configuration, undefined);
  throw new UsageError(`the MCP server ${name} is not used: ${reason ?? state}`);
};

/** Reads lines of the terminal or of a pipe. The terminal handles Ctrl+C. */
const lineReader = ({ stdin }: Pick<ProcessContext, "stdin">) => {
  const lines = createInterface({ input: stdin })[Symbol.asyncIterator]();
  return async (signal: AbortSignal): Promise<string | undefined> => {
    const line = await lines.next();
    return line.done === true || signal.aborted ? undefined : line.value;
  };
};

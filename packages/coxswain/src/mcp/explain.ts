import { asRecord, errorText } from "../base/index.ts";
import { cleanLine } from "./clean-text.ts";
import { McpError } from "./errors.ts";

/** Returns the error for a failed start or request of a server, with a reason for people and models. */
export const explain = (server: string, error: unknown): McpError => {
  if (error instanceof McpError) return error;
  if (isInsufficient(error)) {
    const { requiredScope } = asRecord(error);
    const scope = typeof requiredScope === "string" ? ` (${cleanLine(requiredScope, 200)})` : "";
    return new McpError(server, `the login lacks a permission${scope}. Run: cox mcp login ${server}`, { needsLogin: true, cause: error });
  }
  const needsLogin = isUnauthorized(error);
  return new McpError(server, needsLogin ? `not logged in. Run: cox mcp login ${server}` : reasonOf(error), { needsLogin, cause: error });
};

/** The client's errors are recognized by name and code: its classes are loaded with the first server. */
const isUnauthorized = (error: unknown): boolean => {
  const { name, code, status } = asRecord(error);
  return name === "UnauthorizedError" || code === "CLIENT_HTTP_AUTHENTICATION" || status === 401 || causeOf(error, isUnauthorized);
};

/** True if the server requires scopes that the login was not granted. */
const isInsufficient = (error: unknown): boolean => asRecord(error)["requiredScope"] !== undefined || causeOf(error, isInsufficient);

const causeOf = (error: unknown, test: (cause: unknown) => boolean): boolean => {
  const { cause } = asRecord(error);
  return cause instanceof Error && test(cause);
};

/** True if a server over HTTP no longer knows the session. */
export const isLostSession = (error: unknown): boolean => asRecord(error).status === 404;

const reasonOf = (error: unknown): string => {
  const { code, status, data } = asRecord(error);
  const text = cleanLine(errorText(error), 500);
  if (code === "CLIENT_HTTP_UNEXPECTED_CONTENT" || error instanceof SyntaxError) return `its answer is not MCP (${text}). Check the URL.`;
  if (status === 404 || status === 405) return `there is no MCP server at this URL (HTTP ${String(status)}). Check the URL.`;
  if (status === 403) return "access denied (HTTP 403). Check the account and its permissions.";
  if (typeof status === "number") return `HTTP ${status}${httpText(data)}`;
  return networkReason(error) ?? text;
};

const httpText = (data: unknown): string => {
  const { text, statusText } = asRecord(data);
  const sent = typeof text === "string" && !text.trimStart().startsWith("<") ? text : statusText;
  const shown = typeof sent === "string" ? cleanLine(sent, 200) : "";
  return shown === "" ? "" : `: ${shown}`;
};

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused. Check that the server runs.",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "its host was not found. Check the URL.",
  EAI_AGAIN: "its host could not be looked up. Check the network.",
  ETIMEDOUT: "the connection timed out. Check the network.",
};

const networkReason = (error: unknown): string | undefined => {
  const { code, cause, data, errors } = asRecord(error);
  const reason = typeof code === "string" ? NETWORK[code] : undefined;
  if (reason !== undefined) return reason;
  const inner = [cause, asRecord(data).cause, ...(Array.isArray(errors) ? errors : [])].filter((value) => value instanceof Error);
  for (const one of inner) {
    const innerReason = networkReason(one);
    if (innerReason !== undefined) return innerReason;
  }
  return undefined;
};

import { asRecord, errorText } from "../base/index.ts";
import { cleanLine } from "../workspace/index.ts";
import { McpError } from "./errors.ts";

/**
 * Returns the error for a failed start or request of a server, with a reason for people and models. `hide` hides secrets
 * that the server may quote: before text is shortened, because a part of a secret cannot be found.
 */
export const explain = (server: string, error: unknown, hide: (text: string) => string): McpError => {
  const errors = withCauses(error);
  // A failed login is an McpError, which the client may wrap.
  const own = errors.find((one) => one instanceof McpError);
  if (own !== undefined) return own;
  const show: Show = (text, limit) => cleanLine(hide(text), limit);
  const missing = errors.map((one) => missingPermission(one, show)).find((one) => one !== undefined);
  const needsLogin = missing !== undefined || errors.some(isUnauthorized);
  const reason = needsLogin ? `${missing ?? "not logged in"}. Run: cox mcp login ${server}` : reasonOf(errors, show);
  return new McpError(server, reason, { needsLogin, cause: error });
};

/** Returns text of the server as one line of at most `limit` characters. */
type Show = (text: string, limit: number) => string;

/** True if a server over HTTP has forgotten the session. */
export const isLostSession = (error: McpError): boolean => asRecord(error.cause).status === 404;

/** The error, its cause, that one's cause and so on; several at once for a host with several addresses. */
const withCauses = (error: unknown, depth = 0): readonly unknown[] => {
  if (depth > 5 || typeof error !== "object" || error === null) return [error];
  const { cause, errors, data } = asRecord(error);
  const inner = [cause, asRecord(data).cause, ...(Array.isArray(errors) ? errors : [])].filter((value) => value !== undefined);
  return [error, ...inner.flatMap((value) => withCauses(value, depth + 1))];
};

/** The client's errors are recognized by name and code: its classes are loaded with the first server. */
const isUnauthorized = (error: unknown): boolean => {
  const { name, code, status } = asRecord(error);
  return name === "UnauthorizedError" || code === "CLIENT_HTTP_AUTHENTICATION" || status === 401;
};

/** Describes scopes that the server requires and the login was not granted. */
const missingPermission = (error: unknown, show: Show): string | undefined => {
  const { name, requiredScope } = asRecord(error);
  if (name !== "InsufficientScopeError") return undefined;
  return `the login lacks a permission${typeof requiredScope === "string" ? ` (${show(requiredScope, 200)})` : ""}`;
};

const reasonOf = (errors: readonly unknown[], show: Show): string => {
  for (const error of errors) {
    const reason = contentReason(error, show) ?? statusReason(error, show) ?? networkReason(error);
    if (reason !== undefined) return reason;
  }
  const text = errorText(errors[0]);
  // The cause of a failed fetch is not part of its message.
  return show(text.endsWith("fetch failed") ? errorText(errors.at(-1)) : text, 500);
};

const contentReason = (error: unknown, show: Show): string | undefined => {
  const isOther = asRecord(error).code === "CLIENT_HTTP_UNEXPECTED_CONTENT" || error instanceof SyntaxError;
  return isOther ? `its answer is not MCP (${show(errorText(error), 200)}). Check the URL.` : undefined;
};

const statusReason = (error: unknown, show: Show): string | undefined => {
  const { data, status = sseStatus(error) } = asRecord(error);
  if (typeof status !== "number") return undefined;
  if (status === 404 || status === 405) return `there is no MCP server at this URL (HTTP ${status}). Check the URL.`;
  if (status === 403) return "access denied (HTTP 403). Check the account and its permissions.";
  const { text, statusText } = asRecord(data);
  const body = typeof text === "string" && !text.trimStart().startsWith("<") ? text : statusText;
  const redirect = /Redirect to (\S+) not followed/.exec(errorText(error))?.[1];
  if (redirect !== undefined) return `it redirects to ${show(redirect, 200)}. If you trust that address, configure it as the URL.`;
  return `HTTP ${status}${typeof body === "string" && body.trim() !== "" ? `: ${show(body, 200)}` : ""}`;
};

/** The HTTP status of a refused event stream, whose error has it as `code`, as other errors have the codes of the protocol. */
const sseStatus = (error: unknown): unknown => (/^SSE error: .* status code/.test(errorText(error)) ? asRecord(error).code : undefined);

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused. Check that the server runs.",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "its host was not found. Check the URL.",
  EAI_AGAIN: "its host could not be looked up. Check the network.",
  ETIMEDOUT: "the connection timed out. Check the network.",
};

const networkReason = (error: unknown): string | undefined => {
  const { code } = asRecord(error);
  return typeof code === "string" ? NETWORK[code] : undefined;
};

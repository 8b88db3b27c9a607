import type * as Sdk from "@modelcontextprotocol/client";
import { asRecord, errorText } from "../../base/index.ts";
import { cleanLine } from "../../workspace/index.ts";

/** Maximum length of a text of a server within a message. */
const MAX_LENGTH = 200;

/**
 * Explains a failed request of a login in a few words for people. Responses may quote tokens, so that of an
 * authorization server's error only a known code is shown.
 */
export const explainFailure = (error: unknown, sdk: typeof Sdk): string => {
  const code = oauthErrorCode(sdk, error);
  if (code !== undefined) return isKnownCode(sdk, code) ? code : invalidResponse(errorText(error));
  const { name, cause } = asRecord(error);
  if (name === "TimeoutError") return "no response in time";
  // Node's fetch names the reason in the cause: ECONNREFUSED, ENOTFOUND.
  if (error instanceof TypeError && cause instanceof Error) return cleanLine(errorText(cause), MAX_LENGTH);
  // Errors of a schema quote paths and types only, but over many lines.
  return name === "ZodError" || name === "$ZodError" || error instanceof SyntaxError
    ? "an invalid response"
    : cleanLine(errorText(error), MAX_LENGTH);
};

/** The SDK's message begins with the status, and continues with the body. */
const invalidResponse = (message: string): string => {
  const status = /^HTTP \d{3}(?=:)/.exec(message)?.[0];
  return status === undefined ? "an invalid response" : `an invalid response (${status})`;
};

/** Returns the code of an error of OAuth (RFC 6749, 5.2). */
export const oauthErrorCode = ({ OAuthError }: typeof Sdk, error: unknown): string | undefined =>
  OAuthError.isInstance(error) ? error.code : undefined;

/** The SDK uses `server_error` for a response in another format. */
const isKnownCode = ({ OAuthErrorCode }: typeof Sdk, code: string): boolean =>
  code !== "server_error" && Object.values(OAuthErrorCode).map(String).includes(code);

/** Describes the error with which a login page returned. */
export const describeRefusal = (code: string, description: string | undefined): string =>
  cleanLine(description === undefined || description === code ? code : `${code} (${description})`, MAX_LENGTH);

/** Returns true if the authorization server no longer knows the client. Another one must be registered. */
export const isUnknownClient = (code: string | undefined): boolean => code === "invalid_client" || code === "unauthorized_client";

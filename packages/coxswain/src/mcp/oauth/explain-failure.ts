import type * as Sdk from "@modelcontextprotocol/client";
import { asRecord, errorText } from "../../base/index.ts";
import { cleanLine } from "../clean-text.ts";

/** Maximum length of a text of a server within a message. */
const MAX_LENGTH = 200;

/**
 * Explains a failed request of a login in a few words for people. Responses may quote tokens, so that of an
 * authorization server's error only a known code is shown.
 */
export const explainFailure = (error: unknown, sdk: typeof Sdk): string => {
  const { OAuthError, OAuthErrorCode, OAuthClientFlowError } = sdk;
  if (OAuthError.isInstance(error)) return knownCode(error.code, OAuthErrorCode);
  if (OAuthClientFlowError.isInstance(error)) return cleanLine(error.message, MAX_LENGTH);
  const { name, cause } = asRecord(error);
  if (name === "TimeoutError") return "no response in time";
  // Node's fetch names the reason in the cause: ECONNREFUSED, ENOTFOUND.
  if (error instanceof TypeError && cause instanceof Error) return cleanLine(errorText(cause), MAX_LENGTH);
  // Errors of a schema quote paths and types only, but over many lines.
  return name === "ZodError" || name === "$ZodError" || error instanceof SyntaxError
    ? "an invalid response"
    : cleanLine(errorText(error), MAX_LENGTH);
};

/** The SDK uses the code of a server error for a response that is none of OAuth's. */
const knownCode = (code: string, codes: typeof Sdk.OAuthErrorCode): string =>
  code !== codes.ServerError && (Object.values(codes) as string[]).includes(code) ? code : "an invalid response";

/** Describes the error with which a login page returned. */
export const describeRefusal = (code: string, description: string | undefined): string =>
  cleanLine(description === undefined || description === code ? code : `${code} (${description})`, MAX_LENGTH);

/** Returns true if the authorization server does not know the client any more. Another one must be registered. */
export const isUnknownClient = ({ OAuthError, OAuthErrorCode }: typeof Sdk, error: unknown): boolean =>
  OAuthError.isInstance(error) && (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);

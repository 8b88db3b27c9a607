import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { asRecord } from "../../base/index.ts";

/** Everything that is stored of the login at one server. */
export interface LoginRecord {
  readonly tokens?: StoredOAuthTokens;
  readonly client?: LoginClient;
  /** The latest challenge that no token could answer. The next login requests what it names. */
  readonly challenge?: LoginChallenge;
}

/** The client of the login: registered, described by a metadata document, or configured (then without its secret). */
export interface LoginClient {
  readonly information: StoredOAuthClientInformation;
  /** Authorization servers may compare it exactly, with its port. Undefined for a client that logs in without a user. */
  readonly redirectUrl?: string;
}

/** Requirements of a server on a login, from its `WWW-Authenticate` header. */
export interface LoginChallenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: string;
}

/** Returns the record without one of its parts. */
export const without = (record: LoginRecord, part: "client" | "tokens"): LoginRecord => {
  const { [part]: _, ...rest } = record;
  return rest;
};

/** Returns true if nothing is stored. */
export const isEmpty = (record: LoginRecord): boolean => Object.keys(record).length === 0;

/** Returns a record from its stored form. Parts of another shape are ignored, which leads to a new login. */
export const parseLoginRecord = (value: unknown): LoginRecord => {
  const { tokens, client, challenge } = asRecord(value);
  return {
    ...(isTokens(tokens) ? { tokens } : {}),
    ...(isClient(client) ? { client } : {}),
    ...(isChallenge(challenge) ? { challenge } : {}),
  };
};

const isTokens = (value: unknown): value is StoredOAuthTokens => {
  const { access_token, refresh_token, issuer } = asRecord(value);
  return isString(access_token) && isOptionalString(refresh_token) && isString(issuer);
};

const isClient = (value: unknown): value is LoginClient => {
  const { information, redirectUrl } = asRecord(value);
  const { client_id, issuer } = asRecord(information);
  const isRedirectUrl = redirectUrl === undefined || (typeof redirectUrl === "string" && URL.canParse(redirectUrl));
  return isRedirectUrl && isString(client_id) && isString(issuer);
};

const isChallenge = (value: unknown): value is LoginChallenge => {
  const { scope, resourceMetadataUrl } = asRecord(value);
  return value !== undefined && isOptionalString(scope) && isOptionalString(resourceMetadataUrl);
};

const isString = (value: unknown): boolean => typeof value === "string";
const isOptionalString = (value: unknown): boolean => value === undefined || isString(value);

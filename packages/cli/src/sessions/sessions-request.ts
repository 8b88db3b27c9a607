import type { SessionFile } from "coxswain/store";
import { UsageError } from "../argv/index.ts";
import type { CommandArguments, SESSIONS } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { findSession } from "./find-session.ts";
import type { SessionAccess } from "./session-access.ts";

/** The request of one action of `cox sessions`. */
export interface IndexRequest {
  readonly values: CommandArguments<typeof SESSIONS>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly context: ProcessContext;
}

/** A request with access to the sessions. */
export interface SessionsRequest extends IndexRequest, SessionAccess {}

/** An action that opens no session. */
export type IndexAction = (request: IndexRequest) => Promise<ExitCode>;

/** One action of `cox sessions`. */
export type SessionsAction = (request: SessionsRequest) => Promise<ExitCode>;

/**
 * Returns the session that the first argument selects.
 * @throws {UsageError} without an argument, or with more than `words`
 * @throws {SessionChoiceError}
 */
export const namedSession = async ({ directory, rest }: SessionsRequest, words = 1): Promise<SessionFile> => {
  const [prefix] = rest;
  if (prefix === undefined) throw new UsageError("missing argument: ID. `cox sessions` lists the ids");
  expectAtMost(words, rest);
  return findSession(directory, prefix);
};

/** @throws {UsageError} */
export const expectAtMost = (words: number, rest: readonly string[]): void => {
  if (rest.length > words) throw new UsageError(`unexpected argument: ${rest[words]}`);
};

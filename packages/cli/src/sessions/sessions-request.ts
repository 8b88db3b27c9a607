import type { SessionFile } from "coxswain/store";
import { UsageError } from "../argv/index.ts";
import type { CommandArguments, SESSIONS } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { findSession } from "./find-session.ts";
import type { SessionAccess } from "./session-access.ts";

/** What one action of `cox sessions` is to do. */
export interface IndexRequest {
  readonly values: CommandArguments<typeof SESSIONS>["values"];
  /** What came after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

/** The same, with the sessions at hand. */
export interface SessionsRequest extends IndexRequest, SessionAccess {}

/** An action that opens no session. */
export type IndexAction = (request: IndexRequest) => Promise<ExitCode>;

/** One action of `cox sessions`. */
export type SessionsAction = (request: SessionsRequest) => Promise<ExitCode>;

/**
 * The session that the first word after the action names.
 * @throws {UsageError} when there is none, or more words than `words`
 * @throws {SessionChoiceError}
 */
export const namedSession = async ({ directory, rest }: SessionsRequest, words = 1): Promise<SessionFile> => {
  const [given] = rest;
  if (given === undefined) throw new UsageError("missing argument: ID. `cox sessions` lists the ids");
  expectAtMost(words, rest);
  return findSession(directory, given);
};

/** @throws {UsageError} */
export const expectAtMost = (words: number, rest: readonly string[]): void => {
  if (rest.length > words) throw new UsageError(`unexpected argument: ${rest[words]}`);
};

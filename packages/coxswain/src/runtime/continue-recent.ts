import type { Session } from "../session/index.ts";
import { NoRecentSessionError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The session of a folder that was used last.
 * @throws {NoRecentSessionError}
 * @throws what opening it throws
 */
export const continueRecent = async (runtime: Runtime, cwd: string): Promise<Session> => {
  for await (const { id } of runtime.list({ cwd })) return runtime.open(id);
  throw new NoRecentSessionError(cwd);
};

import type { Store, StoredSession } from "coxswain";

/** No session, or more than one, begins with what was given. */
export class SessionChoiceError extends Error {
  override readonly name = "SessionChoiceError";
  readonly code = "session_choice";
}

/** How many ids are named where one has to be chosen. */
const NAMED = 3;

/**
 * The session that an id, or the beginning of one, stands for.
 * @throws {SessionChoiceError}
 */
export const findSession = async (store: Store, given: string): Promise<StoredSession> => {
  const found: StoredSession[] = [];
  for await (const session of store.list()) {
    if (session.id === given) return session;
    if (given !== "" && session.id.startsWith(given)) found.push(session);
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined) throw new SessionChoiceError(`There is no session ${given}. See which there are: cox sessions --all`);
  const ids = found.slice(0, NAMED).map(({ id }) => id);
  throw new SessionChoiceError(
    `${found.length} sessions begin with ${given}; give more of the id: ${ids.join(", ")}${found.length > NAMED ? ", …" : ""}`,
  );
};

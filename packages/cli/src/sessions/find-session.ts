import { allSessionFiles, type SessionFile } from "coxswain/store";

/** No session, or more than one, begins with what was given. */
export class SessionChoiceError extends Error {
  override readonly name = "SessionChoiceError";
  readonly code = "session_choice";
}

/** How many ids are named where one has to be chosen. */
const NAMED = 3;

/**
 * The session in a store's directory that an id, or the beginning of one, stands for. Whether it can be read is told by
 * who opens it: one that cannot has to be named, too, to be looked at, mended or deleted.
 * @throws {SessionChoiceError}
 */
export const findSession = async (directory: string, given: string): Promise<SessionFile> => {
  const files = given === "" ? [] : await allSessionFiles(directory);
  const whole = files.find(({ id }) => id === given);
  if (whole !== undefined) return whole;
  const found = files.filter(({ id }) => id.startsWith(given));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw new SessionChoiceError(`${given === "" ? "The session id is empty" : `No session ${given}`}. List them with: cox sessions --all`);
  const ids = found.slice(0, NAMED).map(({ id }) => id);
  throw new SessionChoiceError(
    `${found.length} sessions start with ${given}. Use a longer id: ${ids.join(", ")}${found.length > NAMED ? ", …" : ""}`,
  );
};

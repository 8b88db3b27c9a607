import { allSessionFiles, type SessionFile } from "coxswain/store";

/** No session id, or more than one, starts with the given string. */
export class SessionChoiceError extends Error {
  override readonly name = "SessionChoiceError";
  readonly code = "session_choice";
}

/** Maximum number of ids in the message. */
const MAX_IDS = 3;

/**
 * Finds the session file by an id or its prefix. Does not read the file, so that an unreadable session can be checked,
 * repaired or deleted.
 * @throws {SessionChoiceError}
 */
export const findSession = async (directory: string, prefix: string): Promise<SessionFile> => {
  const files = prefix === "" ? [] : await allSessionFiles(directory);
  const whole = files.find(({ id }) => id === prefix);
  if (whole !== undefined) return whole;
  const found = files.filter(({ id }) => id.startsWith(prefix));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw new SessionChoiceError(
      `${prefix === "" ? "The session id is empty" : `No session ${prefix}`}. List them with: cox sessions --all`,
    );
  const ids = found.slice(0, MAX_IDS).map(({ id }) => id);
  throw new SessionChoiceError(
    `${found.length} sessions start with ${prefix}. Use a longer id: ${ids.join(", ")}${found.length > MAX_IDS ? ", …" : ""}`,
  );
};

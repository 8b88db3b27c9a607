import { allSessionFiles, type SessionFile, sessionIndex } from "coxswain/store";
import { escapeLine, shortIds } from "../output/index.ts";
import { titleOf } from "./session-table.ts";

/** No session, or more than one, has the given id or title. */
export class SessionChoiceError extends Error {
  override readonly name = "SessionChoiceError";
  readonly code = "session_choice";
}

/** Maximum number of sessions in the message. */
const MAX_SHOWN = 3;
/** A shorter end of an id is probably a typing error. */
const MIN_END = 4;
/** The program of an imported session, which precedes the id that the session has there. */
const ORIGIN = /^(?:claude|codex|pi)-/;

/**
 * Finds a session's file by its id, the beginning or the end of it, the id that an imported session has in its own program,
 * or its title. Ids need no reading, so that an unreadable session can be checked, repaired or deleted.
 * @throws {SessionChoiceError}
 */
export const findSession = async (directory: string, text: string): Promise<SessionFile> => {
  const files = text === "" ? [] : await allSessionFiles(directory);
  const exact = files.filter(({ id }) => id === text);
  const byId = exact.length > 0 ? exact : files.filter(({ id }) => isPartOf(id, text));
  const found = byId.length > 0 ? byId.map((file) => ({ file, title: "" })) : await titled(directory, files, text);
  const [only] = found;
  if (only === undefined) {
    throw new SessionChoiceError(`${text === "" ? "The session id is empty" : `No session ${text}`}. List them with: cox sessions --all`);
  }
  if (found.length === 1) return only.file;
  const ids = shortIds(found.map(({ file }) => file.id));
  const shown = found.slice(0, MAX_SHOWN).map(({ title }, at) => `${ids[at]}${title === "" ? "" : ` (${title})`}`);
  throw new SessionChoiceError(
    `${found.length} sessions match ${text}. Use the id of one: ${shown.join(", ")}${found.length > MAX_SHOWN ? ", …" : ""}`,
  );
};

/** Finds the id of a named session, or else of the latest one of a folder. Undefined: the folder has none. @throws {SessionChoiceError} */
export const chosenSession = async (directory: string, text: string | undefined, cwd: string): Promise<string | undefined> =>
  text === undefined ? (await sessionIndex({ directory }).list({ cwd, limit: 1 }))[0]?.id : (await findSession(directory, text)).id;

const isPartOf = (id: string, text: string): boolean =>
  id.startsWith(text) || (text.length >= MIN_END && id.endsWith(text)) || id.replace(ORIGIN, "").startsWith(text);

interface TitledFile {
  readonly file: SessionFile;
  readonly title: string;
}

/** Sessions with this title, or else those whose title contains the text. Ignores case. */
const titled = async (directory: string, files: readonly SessionFile[], text: string): Promise<readonly TitledFile[]> => {
  const words = text.trim().toLowerCase();
  if (words === "" || files.length === 0) return [];
  const byId = new Map(files.map((file) => [file.id, file]));
  const all = (await sessionIndex({ directory }).list()).flatMap((session): readonly TitledFile[] => {
    const file = byId.get(session.id);
    return file === undefined ? [] : [{ file, title: escapeLine(titleOf(session)) }];
  });
  const same = all.filter(({ title }) => title.toLowerCase() === words);
  return same.length > 0 ? same : all.filter(({ title }) => title.toLowerCase().includes(words));
};

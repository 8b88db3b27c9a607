import { isValidEntry } from "../journal/index.ts";
import { checkSession as check, type Repair, repairSession as repair, type RepairOptions, type SessionCheck } from "../store/index.ts";

/**
 * Reads a session's file whole, with the content that it keeps elsewhere, and says what is not as it should be. Nothing
 * is changed.
 * @throws {LogFormatError} when it is no file.
 * @throws {Error} of the system, where there is none that can be read.
 */
export const checkSession = (path: string): Promise<SessionCheck> => check(path, { isValidEntry: isValidEntry });

/**
 * Puts a file with all whole entries of a damaged session in its place, and keeps the old one beside it, byte for byte. At
 * every moment, even when this process is killed, the path holds the one or the other. Undefined: nothing would be mended.
 * @throws {SessionInUseError}
 * @throws {LogFormatError} when there is nothing that could be kept, or the session is of a newer format.
 * @throws {LogWriteError} the old file is untouched.
 */
export const repairSession = (path: string, options: RepairOptions): Promise<Repair | undefined> =>
  repair(path, { ...options, isValidEntry: isValidEntry });

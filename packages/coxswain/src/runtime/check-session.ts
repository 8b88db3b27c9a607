import { isValidEntry } from "../journal/index.ts";
import { checkSession as check, type Repair, repairSession as repair, type RepairOptions, type SessionCheck } from "../store/index.ts";

/**
 * Reads a whole session file, including content that is stored outside it, and reports every defect. Changes nothing.
 * @throws {LogFormatError} when the file is not a session file.
 * @throws {Error} from the system, when the file is missing or unreadable.
 */
export const checkSession = (path: string): Promise<SessionCheck> => check(path, { isValidEntry: isValidEntry });

/**
 * Replaces the file of a damaged session by one with all its valid entries, and preserves the old file beside it, byte
 * for byte. The path holds one of the two files at every moment, even if the process is killed. Returns undefined when
 * there is nothing to repair.
 * @throws {SessionInUseError}
 * @throws {LogFormatError} when no entry can be preserved, or the session has a newer format.
 * @throws {LogWriteError} the old file is untouched.
 */
export const repairSession = (path: string, options: RepairOptions): Promise<Repair | undefined> =>
  repair(path, { ...options, isValidEntry: isValidEntry });

import { closeSync, constants, openSync } from "node:fs";
import { ReadStream } from "node:tty";

/**
 * Opens the terminal of this process, which a user can type at although stdin is a pipe. Undefined without one, as in a
 * cron job, and on systems without `/dev/tty`.
 */
export const controllingTerminal = (): ReadStream | undefined => {
  let descriptor: number;
  try {
    descriptor = openSync("/dev/tty", constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
  try {
    return new ReadStream(descriptor);
  } catch {
    closeSync(descriptor);
    return undefined;
  }
};

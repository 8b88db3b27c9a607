import { cox } from "./cox.ts";
import { errorLine, Output } from "./output/index.ts";
import { currentFolder, EXIT } from "./process/index.ts";

const stderr = new Output(() => process.stderr, process.env["COLUMNS"]);

// Node would print the source line of the error, and the bundle's lines are long.
process.on("uncaughtException", (error) => {
  // A screen is restored by an earlier listener: the alternate screen would take the message with it.
  process.once("exit", () => stderr.message(errorLine(error)));
  process.exit(EXIT.failed);
});

/** Milliseconds for which work that an extension left running may continue. */
const GRACE = 1_000;

// An extension never settled a promise: the event loop is empty, and Node would exit with the position of the await
// below.
const onStalled = (): void => {
  stderr.write("cox: internal error: the run stalled. Please report this with the output of `cox doctor`.\n");
  process.removeListener("beforeExit", onStalled).on("beforeExit", giveUp);
  if (!process.emit("SIGINT", "SIGINT")) giveUp();
};
const giveUp = (): never => process.exit(EXIT.failed);
process.on("beforeExit", onStalled);

const main = async (): Promise<void> => {
  process.exitCode = await cox(process.argv.slice(2), {
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    get stdin() {
      return process.stdin;
    },
    stdout: new Output(() => process.stdout, process.env["COLUMNS"]),
    stderr,
    signals: process,
  });
  process.removeListener("beforeExit", onStalled).removeListener("beforeExit", giveUp);
  setTimeout(() => process.exit(), GRACE).unref();
};

void main();

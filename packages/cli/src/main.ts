import { cox } from "./cox.ts";
import { faultLine } from "./fault-line.ts";
import { Output } from "./output/index.ts";
import { currentFolder, EXIT } from "./process/index.ts";

const stderr = new Output(process.stderr);

// What nobody awaited would be told with its place in the bundle, whose lines are long.
process.on("uncaughtException", (error) => {
  stderr.write(`cox: ${faultLine(error)}\n`);
  process.exit(EXIT.failed);
});

/** Milliseconds that what an extension left running has to end by itself. */
const GRACE = 1_000;

// What an extension never answers: there is nothing left that could go on, and Node would end with the place of the await below.
const stuck = (): void => {
  stderr.write("cox: what is waited for never comes, and nothing is left to do: it is interrupted\n");
  process.removeListener("beforeExit", stuck).on("beforeExit", giveUp);
  if (!process.emit("SIGINT", "SIGINT")) giveUp();
};
const giveUp = (): never => process.exit(EXIT.failed);
process.on("beforeExit", stuck);

process.exitCode = await cox(process.argv.slice(2), {
  env: process.env,
  get cwd() {
    return currentFolder();
  },
  get stdin() {
    return process.stdin;
  },
  stdout: new Output(process.stdout),
  stderr,
  signals: process,
});
process.removeListener("beforeExit", stuck).removeListener("beforeExit", giveUp);
setTimeout(() => process.exit(), GRACE).unref();

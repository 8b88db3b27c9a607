import { cox } from "./cox.ts";
import { Output } from "./output/index.ts";

process.exitCode = await cox(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: new Output(process.stdout),
  stderr: new Output(process.stderr),
  signals: process,
});

import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const COMMANDS = 100;

/** An empty command, in the sandbox and without one. No line on systems without a sandbox. */
export const commands: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const run = (how: "confined" | "free") => () => runProgram([program("commands"), folder.path, how, String(COMMANDS)]);
  const { confined, free } = await rotate(times, { confined: run("confined"), free: run("free") });
  if (confined.some(({ stdout }) => stdout === "")) return [];
  const milliseconds = ({ stdout }: Taken): number => Number(stdout);
  return [
    {
      what: "a command in the sandbox, beside one without",
      unit: "ms",
      ours: medianOf(confined, milliseconds),
      bare: medianOf(free, milliseconds),
    },
  ];
};

import { COX } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const wall = ({ wallMs }: Taken): number => wallMs;

/** `cox --version` with a warm compile cache, beside an empty script. */
export const version: Row = async ({ times }) => {
  await using home = await temporaryFolder();
  const { ours, bare } = await rotate(times * 2, {
    ours: () => runProgram([COX, "--version"], { COX_HOME: home.path }),
    bare: () => runProgram([program("empty")]),
  });
  const target = { of: "ratio", atMost: 1.2 } as const;
  return [{ what: "`cox --version`", unit: "ms", ours: medianOf(ours, wall), bare: medianOf(bare, wall), target }];
};

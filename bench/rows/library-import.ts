import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, runProgram } from "../measure/run-program.ts";
import type { Row } from "./row.ts";

/** A program that imports the library, beyond an empty one. */
export const libraryImport: Row = async ({ times }) => {
  const { ours, bare } = await rotate(times * 2, {
    ours: () => runProgram([program("import")]),
    bare: () => runProgram([program("empty")]),
  });
  const memory = await rotate(1, { ours: () => runAccounted([program("import")]), bare: () => runAccounted([program("empty")]) });
  const beyond = medianOf(ours, ({ wallMs }) => wallMs) - medianOf(bare, ({ wallMs }) => wallMs);
  return [
    { what: "import of the library", unit: "ms", ours: beyond, target: { of: "ours", atMost: 60 } },
    {
      what: "memory after the import",
      unit: "MB",
      ours: medianOf(memory.ours, ({ peakMB }) => peakMB),
      bare: medianOf(memory.bare, ({ peakMB }) => peakMB),
    },
  ];
};

import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const TURNS = 200;

const cpu = ({ cpuMs }: Taken): number => cpuMs;

/** 200 turns of an empty call with a model in the same process and a session file: the cost beyond one turn. */
export const scriptedTurns: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const ours = (turns: number) => () => runAccounted([program("scripted"), String(turns), folder.path]);
  const bare = (turns: number) => () => runAccounted([program("bare-scripted"), String(turns)]);
  const found = await rotate(times, { ours: ours(TURNS), oursOnce: ours(0), bare: bare(TURNS), bareOnce: bare(0) });
  return [
    {
      what: `${TURNS} turns in process, CPU beyond one`,
      unit: "ms",
      ours: medianOf(found.ours, cpu) - medianOf(found.oursOnce, cpu),
      bare: Math.max(0, medianOf(found.bare, cpu) - medianOf(found.bareOnce, cpu)),
      target: { of: "ours", atMost: 30 },
    },
  ];
};

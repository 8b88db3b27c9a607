import { callAnswer, textAnswer, turnsIn } from "../measure/anthropic-wire.ts";
import { withKey } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const SESSIONS = 200;
const TURNS = 10;

/** 200 sessions at once in one process, 10 turns with a call and one without each, session files on. */
export const sessions: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  await using server = await providerServer((body) => {
    const turn = turnsIn(body);
    return turn < TURNS ? callAnswer(turn) : textAnswer(["Done."]);
  });
  const run = (argv: readonly string[]) => () => {
    server.forget();
    return runAccounted(argv, withKey(server.url));
  };
  const { ours, bare } = await rotate(times, {
    ours: run([program("client"), String(SESSIONS), folder.path]),
    bare: run([program("bare-client"), String(SESSIONS)]),
  });
  const of = (figure: (taken: Taken) => number) => ({ ours: medianOf(ours, figure), bare: medianOf(bare, figure) });
  const what = `${SESSIONS} sessions of ${TURNS} turns`;
  return [
    { what: `${what}, CPU`, unit: "s", ...of(({ cpuMs }) => cpuMs / 1000), target: { of: "ours", atMost: 2 } },
    { what: `${what}, peak memory`, unit: "MB", ...of(({ peakMB }) => peakMB), target: { of: "ours", atMost: 220 } },
  ];
};

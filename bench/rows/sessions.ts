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

/** 200 sessions at once in one process with session files: each has 10 turns with a call and one without. */
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
  const { ours, provider, bare } = await rotate(times, {
    ours: run([program("client"), String(SESSIONS), folder.path]),
    provider: run([program("provider-turns"), String(SESSIONS), "as-sessions"]),
    bare: run([program("bare-client"), String(SESSIONS)]),
  });
  const of = (figure: (taken: Taken) => number) => ({ ours: medianOf(ours, figure), bare: medianOf(bare, figure) });
  const seconds = ({ cpuMs }: Taken) => cpuMs / 1000;
  const megabytes = ({ peakMB }: Taken) => peakMB;
  const what = `${SESSIONS} sessions of ${TURNS} turns`;
  const same = "the provider alone, with the same requests";
  return [
    { what: `${what}, CPU`, unit: "s", ...of(seconds), target: { of: "ours", atMost: 2 } },
    { what: `${same}, CPU`, unit: "s", ours: medianOf(provider, seconds) },
    { what: `${what}, peak memory`, unit: "MB", ...of(megabytes), target: { of: "ours", atMost: 220 } },
    { what: `${same}, peak memory`, unit: "MB", ours: medianOf(provider, megabytes) },
  ];
};

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
/** The library's guide advises hosts of many sessions to start Node with it. */
const SMALL_YOUNG_GENERATION = "--max-semi-space-size=4";

/**
 * 200 sessions at once in one process with session files: each has 10 turns with a call and one without. Ours have a
 * small young generation, and the bare client has Node's own.
 */
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
  const client = [program("bare-client"), String(SESSIONS)];
  const { ours, provider, bare, bareSmall } = await rotate(times, {
    ours: run([SMALL_YOUNG_GENERATION, program("client"), String(SESSIONS), folder.path]),
    provider: run([SMALL_YOUNG_GENERATION, program("provider-turns"), String(SESSIONS), "as-sessions"]),
    bare: run(client),
    bareSmall: run([SMALL_YOUNG_GENERATION, ...client]),
  });
  const of = (figure: (taken: Taken) => number) => ({ ours: medianOf(ours, figure), bare: medianOf(bare, figure) });
  const seconds = ({ cpuMs }: Taken) => cpuMs / 1000;
  const megabytes = ({ peakMB }: Taken) => peakMB;
  const what = `${SESSIONS} sessions of ${TURNS} turns`;
  const same = "the provider alone, with the same requests";
  return [
    { what: `${what}, CPU`, unit: "s", ...of(seconds), target: { of: "ratio", atMost: 1.8 } },
    { what: `${same}, CPU`, unit: "s", ours: medianOf(provider, seconds) },
    { what: `${what}, peak memory`, unit: "MB", ...of(megabytes), target: { of: "ratio", atMost: 1.1 } },
    {
      what: "the same, the bare client with a small young generation too",
      unit: "MB",
      ours: medianOf(ours, megabytes),
      bare: medianOf(bareSmall, megabytes),
    },
    { what: `${same}, peak memory`, unit: "MB", ours: medianOf(provider, megabytes) },
  ];
};

import { textAnswer } from "../measure/anthropic-wire.ts";
import { withKey } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const DELTAS = 20_000;

const cpu = ({ cpuMs }: Taken): number => cpuMs;

/** An answer of 20,000 deltas over HTTP, with every event read, and the share of the provider. */
export const deltas: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const answer = textAnswer(Array.from({ length: DELTAS }, (_, index) => `word${index} `));
  await using server = await providerServer(() => answer);

  const run = (argv: readonly string[]) => () => runAccounted(argv, withKey(server.url));
  const found = await rotate(times, {
    ours: run([program("client"), "1", folder.path]),
    provider: run([program("provider")]),
    bare: run([program("bare-client"), "1"]),
  });
  const of = (figure: (taken: Taken) => number) => ({ ours: medianOf(found.ours, figure), bare: medianOf(found.bare, figure) });
  return [
    { what: "20,000 deltas over HTTP, CPU", unit: "ms", ...of(cpu), target: { of: "ratio", atMost: 1.5 } },
    { what: "the provider alone, CPU", unit: "ms", ours: medianOf(found.provider, cpu) },
    { what: "20,000 deltas over HTTP, peak memory", unit: "MB", ...of(({ peakMB }) => peakMB) },
  ];
};

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

/** An answer of 20,000 deltas over HTTP, every event of it read; and what of that is neither Node's nor the provider adapter's. */
export const deltas: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const one = textAnswer(["Ahoy "]);
  const many = textAnswer(Array.from({ length: DELTAS }, (_, index) => `word${index} `));
  let answer = many;
  await using server = await providerServer(() => answer);

  const run = (text: string, argv: readonly string[]) => () => {
    answer = text;
    return runAccounted(argv, withKey(server.url));
  };
  const client = [program("client"), "1", folder.path];
  const adapter = [program("adapter")];
  const found = await rotate(times, {
    ours: run(many, client),
    oursOnce: run(one, client),
    adapter: run(many, adapter),
    adapterOnce: run(one, adapter),
    bare: run(many, [program("bare-client"), "1"]),
  });
  const own = medianOf(found.ours, cpu) - medianOf(found.oursOnce, cpu) - (medianOf(found.adapter, cpu) - medianOf(found.adapterOnce, cpu));
  const of = (figure: (taken: Taken) => number) => ({ ours: medianOf(found.ours, figure), bare: medianOf(found.bare, figure) });
  return [
    { what: "20,000 deltas over HTTP, CPU", unit: "ms", ...of(cpu), target: { of: "ours", atMost: 400 } },
    { what: "our own cost of a delta, above the adapter's", unit: "us", ours: (own * 1000) / DELTAS, target: { of: "ours", atMost: 1 } },
    { what: "20,000 deltas over HTTP, peak memory", unit: "MB", ...of(({ peakMB }) => peakMB) },
  ];
};

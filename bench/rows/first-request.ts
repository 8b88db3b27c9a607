import { textAnswer } from "../measure/anthropic-wire.ts";
import { COX, withKey } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted, runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

/**
 * From the start of `cox -p` to its first request at the server, and to its end, beside a script that makes one fetch.
 */
export const firstRequest: Row = async ({ times }) => {
  await using home = await temporaryFolder();
  await using server = await providerServer(() => textAnswer(["Ahoy", "."]));
  const environment = withKey(server.url, home.path);
  const cox = [COX, "-p", "Go.", "--cwd", home.path];

  const timed = async (argv: readonly string[]) => {
    server.forget();
    const started = performance.now();
    const { wallMs } = await runProgram(argv, environment);
    return { wallMs, requestMs: (server.exchanges[0]?.arrived ?? Number.NaN) - started };
  };

  const { ours, bare } = await rotate(times * 2, { ours: () => timed(cox), bare: () => timed([program("bare-fetch")]) });
  const peak = await rotate(1, {
    ours: () => runAccounted(cox, environment),
    bare: () => runAccounted([program("bare-fetch")], environment),
  });
  return [
    {
      what: "start of `cox` to its first request",
      unit: "ms",
      ours: medianOf(ours, ({ requestMs }) => requestMs),
      bare: medianOf(bare, ({ requestMs }) => requestMs),
      target: { of: "ratio", atMost: 1.4 },
    },
    {
      what: "one answer by `cox`, start to end",
      unit: "ms",
      ours: medianOf(ours, ({ wallMs }) => wallMs),
      bare: medianOf(bare, ({ wallMs }) => wallMs),
    },
    {
      what: "one answer by `cox`, peak memory",
      unit: "MB",
      ours: medianOf(peak.ours, ({ peakMB }) => peakMB),
      bare: medianOf(peak.bare, ({ peakMB }) => peakMB),
    },
  ];
};

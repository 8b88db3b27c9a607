import { callAnswer, textAnswer, turnsIn } from "../measure/anthropic-wire.ts";
import { withKey } from "../measure/cox.ts";
import { median, medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { type Exchange, providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runAccounted } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const TURNS = 200;

/**
 * 200 turns of an empty call over HTTP, with a session file. A gap runs from an answer's end to the next request's
 * arrival.
 */
export const turns: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  await using server = await providerServer((body) => {
    const turn = turnsIn(body);
    return turn < TURNS ? callAnswer(turn) : textAnswer(["Done."]);
  });

  const run = async (argv: readonly string[]) => {
    server.forget();
    const taken = await runAccounted(argv, withKey(server.url));
    return { ...taken, ...gaps(server.exchanges) };
  };

  const { ours, provider, bare } = await rotate(times, {
    ours: () => run([program("client"), "1", folder.path]),
    provider: () => run([program("provider-turns"), "1"]),
    bare: () => run([program("bare-client"), "1"]),
  });
  const of = (figure: (taken: Awaited<ReturnType<typeof run>>) => number) => ({
    ours: medianOf(ours, figure),
    bare: medianOf(bare, figure),
  });
  const gap = (taken: Awaited<ReturnType<typeof run>>) => taken.gap;
  const bareGrowth = medianOf(bare, ({ late, early }) => late - early);
  return [
    { what: `${TURNS} turns over HTTP, gap of a turn`, unit: "ms", ...of(gap), target: { of: "ours", atMost: 1.2 } },
    {
      what: "our own part of that, above the provider",
      unit: "ms",
      ours: medianOf(ours, gap) - medianOf(provider, gap),
      target: { of: "ours", atMost: 1.2 },
    },
    {
      what: "gap of turn 190 beyond that of turn 10",
      unit: "ms",
      ...of(({ late, early }) => late - early),
      target: { of: "ours", atMost: Math.max(0, Math.round(bareGrowth * 100) / 100) },
    },
    { what: `${TURNS} turns over HTTP, CPU`, unit: "ms", ...of(({ cpuMs }) => cpuMs), target: { of: "ours", atMost: 800 } },
    { what: `${TURNS} turns over HTTP, peak memory`, unit: "MB", ...of(({ peakMB }) => peakMB), target: { of: "ours", atMost: 120 } },
  ];
};

/** Medians over the whole conversation, and over 20 gaps around turn 10 and turn 190. */
const gaps = (exchanges: readonly Exchange[]): { readonly gap: number; readonly early: number; readonly late: number } => {
  const all = exchanges.slice(1).map(({ arrived }, index) => arrived - (exchanges[index]?.answered ?? Number.NaN));
  return { gap: median(all), early: median(all.slice(5, 25)), late: median(all.slice(175, 195)) };
};

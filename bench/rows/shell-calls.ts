import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textAnswer, callAnswer, turnsIn } from "../measure/anthropic-wire.ts";
import { COX, withKey } from "../measure/cox.ts";
import type { Line } from "../measure/line.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram, type Taken } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row, RowOptions } from "./row.ts";

const CALLS = 50;

const wall = ({ wallMs }: Taken): number => wallMs;

/** Runs of `cox` with 50 shell calls, with a model that answers at once and with one that takes 60 ms. */
export const shellCalls: Row = async (options) => [...(await callsAfter(0, options)), ...(await callsAfter(60, options))];

const callsAfter = async (after: number, { times }: RowOptions): Promise<readonly Line[]> => {
  await using home = await temporaryFolder();
  await using server = await providerServer(
    (body) => {
      const turn = turnsIn(body);
      return turn < CALLS ? callAnswer(turn, { name: "bash", input: { command: `echo ${turn}` } }) : textAnswer(["Done."]);
    },
    { after },
  );
  const folder = emptyRepository(home.path);
  const environment = withKey(server.url, home.path);
  const cox = (sandbox: string) => () => runProgram([COX, "-p", "Go.", "--yes", "--sandbox", sandbox, "--cwd", folder], environment);
  const { confined, free, bare } = await rotate(times, {
    confined: cox("auto"),
    free: cox("off"),
    bare: () => runProgram([program("bare-client"), "1"], environment),
  });
  const what = `${CALLS} shell calls by \`cox\`, ${after === 0 ? "a model that answers at once" : `a model that takes ${after} ms`}`;
  return [
    {
      what: `${what}: sandboxed, beside unsandboxed`,
      unit: "ms",
      ours: medianOf(confined, wall),
      bare: medianOf(free, wall),
      target: { of: "ratio", atMost: after === 0 ? 2 : 1.1 },
    },
    {
      what: `${what}: unsandboxed, beside bare`,
      unit: "ms",
      ours: medianOf(free, wall),
      bare: medianOf(bare, wall),
      ...(after === 0 ? { target: { of: "ratio", atMost: 1.5 } } : {}),
    },
  ];
};

/** Creates a repository without commits, as a project has one. */
const emptyRepository = (folder: string): string => {
  const path = join(folder, "project");
  for (const name of ["objects", "refs/heads"]) mkdirSync(join(path, ".git", name), { recursive: true });
  writeFileSync(join(path, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(path, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n");
  return path;
};

import { type PermissionRequest } from "coxswain";
import { commandReader, judge, type Ruling, withSavedRules } from "coxswain/policy";
import { withEffects } from "coxswain/session";
import { type Workspace } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import { type Configuration, configuredWorkspace, permissions } from "../configuration/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { readLines } from "../program/index.ts";
import { requestsOf } from "./requests.ts";

export interface Explaining {
  readonly json: boolean;
  /** Whether what answers kept counts. */
  readonly answers: boolean;
  readonly tell: (line: string) => void;
}

/** Says what a call would meet with here. Nothing is run. */
export const explain = async (
  configuration: Configuration,
  words: readonly string[],
  { json, answers: counting, tell }: Explaining,
  { cwd, stdin, stdout }: ProcessContext,
): Promise<ExitCode> => {
  const { policy: own, answers } = permissions(configuration, cwd, tell);
  const workspace = configuredWorkspace(configuration, cwd);
  const policy = counting ? withSavedRules(own, () => answers(cwd).rules(), { folder: workspace.root }) : own;
  const read = await commandReader();
  const ruled = async (requests: readonly PermissionRequest[]): Promise<Said> => {
    const seen = await Promise.all(requests.map((request) => withEffects(request, workspace, read)));
    const { verdict, reasons } = judge(seen, policy);
    // The same is said on every machine: as where there is no sandbox.
    const isFree = verdict === "ask" && judge(seen.map(inSandbox), policy).verdict === "allow";
    return { verdict, reasons: isFree ? [...reasons, "in a sandbox it is allowed"] : reasons };
  };

  if (words.length > 0) {
    const said = await ruled(requestsOf({ tool: "bash", command: words.join(" ") }, workspace.root));
    stdout.write(json ? jsonLine(said) : `${said.verdict}\n${said.reasons.map((reason) => `  ${escapeLine(reason)}\n`).join("")}`);
    return EXIT.done;
  }
  if (!json) throw new UsageError("a command is missing: give one in quotes, or --json and calls on standard input");
  for await (const line of readLines(stdin)) stdout.write(jsonLine(await saidOf(line, workspace, ruled)));
  return EXIT.done;
};

const inSandbox = (request: PermissionRequest): PermissionRequest =>
  request.shell === undefined ? request : { ...request, confined: true };

type Said = Pick<Ruling, "verdict" | "reasons">;

/** Of a line that is no call, too: what cannot be read is asked. */
const saidOf = async (
  line: string | undefined,
  workspace: Workspace,
  ruled: (requests: readonly PermissionRequest[]) => Promise<Said>,
): Promise<Said> => {
  try {
    if (line === undefined) throw new RangeError("its line is too long");
    const resolved = await resolvedPaths(requestsOf(JSON.parse(line), workspace.root), workspace);
    return await ruled(resolved);
  } catch (error) {
    return { verdict: "ask", reasons: [`this call cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
  }
};

const resolvedPaths = (requests: readonly PermissionRequest[], workspace: Workspace): Promise<readonly PermissionRequest[]> =>
  Promise.all(
    requests.map(async (request) => {
      if (request.effect !== "read" && request.effect !== "write") return request;
      const { path, inside } = await workspace.resolve(request.subject);
      return { ...request, subject: path, inside };
    }),
  );

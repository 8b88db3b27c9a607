import { type PermissionRequest } from "coxswain";
import { commandReader, judge, type Ruling, withSavedRules } from "coxswain/policy";
import { withEffects } from "coxswain/session";
import { type Workspace } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import { type Configuration, configuredWorkspace, permissions } from "../configuration/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { readLines } from "../program/index.ts";
import { type DeclaredTool, declaredTools, requestsOf } from "./requests.ts";

export interface ExplainOptions {
  readonly json: boolean;
  /** True to include saved answers. */
  readonly answers: boolean;
  readonly warn: (line: string) => void;
}

/** Prints the verdict for recorded calls. Runs nothing. */
export const explain = async (
  configuration: Configuration,
  words: readonly string[],
  { json, answers: withAnswers, warn }: ExplainOptions,
  { cwd, stdin, stdout }: ProcessContext,
): Promise<ExitCode> => {
  const { policy: own, answers } = permissions(configuration, cwd, warn);
  const workspace = configuredWorkspace(configuration, cwd);
  const policy = withAnswers ? withSavedRules(own, () => answers(cwd).rules(), { folder: workspace.root }) : own;
  const read = await commandReader();
  const tools = declaredTools(workspace);
  const judgeRequests = async (requests: readonly PermissionRequest[]): Promise<Verdict> => {
    const complete = await Promise.all(requests.map((request) => withEffects(request, workspace, read)));
    const { verdict, reasons } = judge(complete, policy);
    // Judge as without a sandbox, so that the result is the same on every machine.
    const isAllowedInSandbox = verdict === "ask" && judge(complete.map(inSandbox), policy).verdict === "allow";
    return { verdict, reasons: isAllowedInSandbox ? [...reasons, "allowed in a sandbox"] : reasons };
  };

  if (words.length > 0) {
    const verdict = await judgeRequests(requestsOf({ tool: "bash", command: words.join(" ") }, tools, workspace.root));
    stdout.write(json ? jsonLine(verdict) : `${verdict.verdict}\n${verdict.reasons.map((reason) => `  ${escapeLine(reason)}\n`).join("")}`);
    return EXIT.done;
  }
  if (!json) throw new UsageError("missing argument: COMMAND. Quote it, or use --json and send calls on stdin");
  for await (const line of readLines(stdin)) stdout.write(jsonLine(await verdictOf(line, tools, workspace, judgeRequests)));
  return EXIT.done;
};

const inSandbox = (request: PermissionRequest): PermissionRequest =>
  request.shell === undefined ? request : { ...request, confined: true };

type Verdict = Pick<Ruling, "verdict" | "reasons">;

/** Judges one line. An invalid line is asked. */
const verdictOf = async (
  line: string | undefined,
  tools: ReadonlyMap<string, DeclaredTool>,
  workspace: Workspace,
  judgeRequests: (requests: readonly PermissionRequest[]) => Promise<Verdict>,
): Promise<Verdict> => {
  try {
    if (line === undefined) throw new RangeError("the line is too long");
    const resolved = await resolvedPaths(requestsOf(JSON.parse(line), tools, workspace.root), workspace);
    return await judgeRequests(resolved);
  } catch (error) {
    return { verdict: "ask", reasons: [`invalid call: ${error instanceof Error ? error.message : String(error)}`] };
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

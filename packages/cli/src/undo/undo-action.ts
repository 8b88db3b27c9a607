import { type Session, SessionInUseError } from "coxswain";
import type { RestorePlan } from "coxswain/session";
import { promptOf } from "../changes/index.ts";
import type { CommandArguments, REDO, UNDO } from "../commands/index.ts";
import { confirm, EXIT, type ExitCode, isInteractive, type ProcessContext } from "../process/index.ts";
import { chosenSession, withSessionAccess } from "../sessions/index.ts";
import { previewText } from "./preview-text.ts";
import { capitalized, NOTHING_TO, resultLine, stepOf } from "./restore-words.ts";

/** `cox undo`. */
export const undoAction = ({ values, positionals: [id] }: CommandArguments<typeof UNDO>, context: ProcessContext): Promise<ExitCode> =>
  restore("undo", { id, yes: values.yes === true }, context);

/** `cox redo`. */
export const redoAction = ({ values, positionals: [id] }: CommandArguments<typeof REDO>, context: ProcessContext): Promise<ExitCode> =>
  restore("redo", { id, yes: values.yes === true }, context);

interface Request {
  readonly id: string | undefined;
  readonly yes: boolean;
}

/** Shows the plan for a session, and makes its changes if the user confirms. */
const restore = (kind: RestorePlan["kind"], request: Request, context: ProcessContext): Promise<ExitCode> =>
  withSessionAccess(context, async ({ directory, runtime }) => {
    const { stdout, stderr, cwd } = context;
    const { id: typed, yes } = request;
    const id = await chosenSession(directory, typed, cwd);
    if (id === undefined) {
      stderr.write(`cox: no sessions in this folder. Name one: cox ${kind} ID; see all with: cox sessions --all\n`);
      return EXIT.failed;
    }
    const session = await openSession(runtime, id);
    if (session === undefined) {
      stderr.write(`cox: another process has the session open. Leave it first, or use /${kind} there.\n`);
      return EXIT.failed;
    }
    const plan = await (kind === "undo" ? session.files.planUndo() : session.files.planRedo());
    if (plan === undefined) {
      stderr.write(`${NOTHING_TO[kind]}\n`);
      return EXIT.done;
    }
    const preview = await session.files.preview(plan);
    const prompts = plan.runs.map((run) => promptOf(session.entries, run));
    stdout.write(previewText({ plan, preview, prompts, cwd }));
    const step = stepOf(kind, preview.changes.length);
    if (!yes && !isInteractive(context)) {
      stderr.write(`Nothing was changed. To ${step}: cox ${kind}${typed === undefined ? "" : ` ${typed}`} --yes\n`);
      return EXIT.done;
    }
    if (!yes && !(await confirm(context, `${capitalized(step)}?`))) return EXIT.done;
    stderr.write(`${resultLine(kind, await session.files.restore(plan), "cox redo")}\n`);
    return EXIT.done;
  });

/** Undefined: another process has the session open. */
const openSession = async (runtime: { open(id: string): Promise<Session> }, id: string): Promise<Session | undefined> => {
  try {
    return await runtime.open(id);
  } catch (error) {
    if (error instanceof SessionInUseError) return undefined;
    throw error;
  }
};

import { readSession } from "coxswain";
import { changeDiff, changedFiles, fileHistory, relocatedEntries } from "coxswain/session";
import { NOTHING_TO_REVIEW, reviewOf, type ReviewScope } from "../changes/index.ts";
import type { CommandArguments, REVIEW } from "../commands/index.ts";
import { escapeText } from "../output/index.ts";
import { type CommandRunner, EXIT, type ExitCode, isInteractive, type ProcessContext } from "../process/index.ts";
import { chosenSession, withSessionAccess } from "../sessions/index.ts";
import { gitPatch } from "./git-patch.ts";

/** `cox review`: at a terminal, the session with its review; otherwise a diff. */
export const reviewAction = async (
  { values, positionals: [id] }: CommandArguments<typeof REVIEW>,
  context: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  const scope = values.session === true ? "session" : "turn";
  if (!isInteractive(context)) return printReview(id, scope, context);
  const { taskAction } = await import("../run/index.ts");
  const { session: _, ...options } = values;
  const chosen = id === undefined ? { continue: true as const } : { resume: id };
  return taskAction({ values: { ...options, ...chosen }, positionals: [`/review ${scope}`] }, context, runCommand);
};

/** Prints a diff: files are read one at a time. */
const printReview = (typed: string | undefined, scope: ReviewScope, context: ProcessContext): Promise<ExitCode> =>
  withSessionAccess(context, async ({ directory, store }) => {
    const { stdout, stderr, cwd } = context;
    const id = await chosenSession(directory, typed, cwd);
    if (id === undefined) {
      stderr.write("cox: no sessions in this folder. Name one: cox review ID; see all with: cox sessions --all\n");
      return EXIT.failed;
    }
    const { entries: stored, header, contents, state } = await readSession(store, id);
    const entries = relocatedEntries(stored, header.cwd);
    const review = reviewOf({ entries, files: changedFiles(entries), runs: fileHistory(entries).runs }, scope);
    if (review.files.length === 0) stderr.write(`${NOTHING_TO_REVIEW[scope]}\n`);
    for (const change of review.files) {
      if (stdout.closed.aborted) break;
      const patch = gitPatch(state.cwd, change, await changeDiff(change, contents));
      // A program needs the exact bytes.
      stdout.write(stdout.isTerminal ? escapeText(patch) : patch);
      await stdout.flush();
    }
    return EXIT.done;
  });

import { type ChangedFile, stateSince } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import {
  causeNames,
  CHANGED_BETWEEN,
  changeLine,
  NOTHING_TO_REVIEW,
  reviewOf,
  type ReviewScope,
  shownPath,
  SINCE,
} from "../../changes/index.ts";
import { diffRows, wrap } from "../blocks/index.ts";
import type { ReviewSource } from "../review/index.ts";
import { plain } from "./command.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

const SCOPES: readonly ReviewScope[] = ["turn", "session"];

const review: ScreenCommand = {
  name: "review",
  arguments: "[turn|session]",
  summary: "Review the changes of the last prompt, or of the session, and comment on lines",
  complete: async () => SCOPES.map((value) => ({ value })),
  async run(words, host) {
    const scope = words === "" ? "turn" : SCOPES.find((name) => name === words);
    if (scope === undefined) throw new UsageError("/review takes turn or session");
    const { entries, files, state } = host.shown;
    const { runs } = await files.history();
    const found = reviewOf({ entries, files: await files.changed(), runs }, scope);
    if (found.files.length === 0) return host.print(NOTHING_TO_REVIEW[scope]);
    const source: ReviewSource = { ...found, cwd: state.cwd, diff: (change) => files.diff(change), since: stateSince };
    const prompt = await host.review(source);
    if (prompt !== undefined) host.draft(prompt);
  },
};

/** Changes of a file that are shown. */
const MOST_CHANGES = 20;
/** Rows of the diff of one change, at most. */
const MOST_ROWS = 60;

const changesOf = ({ changes: { length } }: ChangedFile): string => (length === 1 ? "1 change" : `${length} changes`);

/** Prints the latest changes of a file with their diffs. */
const showFile = async ({ shown: session, show }: CommandHost, file: ChangedFile): Promise<void> => {
  const { entries, files, state } = session;
  const since = await stateSince(file.changes.at(-1) ?? file.changes[0]);
  const name = causeNames(entries);
  const shown = await Promise.all(
    file.changes.slice(-MOST_CHANGES).map(async (change) => ({ change, diff: await files.diff(change), name: name(change.cause) })),
  );
  const left = file.changes.length - shown.length;
  const path = shownPath(state.cwd, file.path);
  show(({ width }, theme) => [
    ...wrap(`${theme.strong(path)}: ${changesOf(file)}, ${SINCE[since]}`, width),
    ...(left === 0 ? [] : wrap(theme.dim(`  ${left} earlier: cox sessions files ${session.id} ${path}`), width)),
    ...shown.flatMap(({ change, diff, name: cause }) => [
      ...(change.followsOther ? wrap(theme.warning(`  ${CHANGED_BETWEEN}`), width) : []),
      ...wrap(`  ${changeLine(change, cause, diff)}`, width),
      ...(diff.diff === undefined ? [] : diffRows(diff.diff, { width: Math.max(1, width - 4), theme, most: MOST_ROWS })).map((row) =>
        row === "" ? "" : `    ${row}`,
      ),
    ]),
  ]);
};

const files = plain("files", "List the files that the session changed, and show the changes of one", async (host) => {
  const { shown: session } = host;
  const changed = await session.files.changed();
  if (changed.length === 0) return host.print("The session changed no files that are recorded.");
  const items = changed.map((value) => ({ label: shownPath(session.state.cwd, value.path), note: changesOf(value), value }));
  const chosen = await host.choose<ChangedFile>({ title: "Changed files", items });
  if (chosen !== undefined) await showFile(host, chosen);
});

/** Commands that show the changes of the session in files. */
export const REVIEW_COMMANDS: readonly ScreenCommand[] = [review, files];

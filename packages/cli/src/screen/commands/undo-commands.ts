import { type RestorePlan, unignoredChanges } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { fileCount, promptOf } from "../../changes/index.ts";
import { capitalized, NOTHING_TO, resultLine, stepOf } from "../../undo/index.ts";
import { plain } from "./command.ts";
import { restoreRows } from "./restore-rows.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import type { TreePoint } from "./session-tree.ts";
import { goBack, pointsOf } from "./tree-commands.ts";

/** Files cannot be restored while a run may change them. @throws {UsageError} */
const mustBeIdle = ({ session }: CommandHost, name: string): void => {
  if (session.isBusy) throw new UsageError(`/${name} does not work during a run. Interrupt it, or wait for its end`);
};

/** Prints the effect of a plan. Resolves to the number of files that it would change. */
const showPlan = async ({ session, show }: CommandHost, plan: RestorePlan): Promise<number> => {
  const preview = await session.files.preview(plan);
  const prompts = plan.runs.map((run) => promptOf(session.entries, run));
  show(({ width }, theme) => restoreRows({ plan, preview, prompts, cwd: session.state.cwd }, width, theme));
  return preview.changes.length;
};

const restore = async ({ session }: CommandHost, plan: RestorePlan): Promise<string> =>
  resultLine(plan.kind, await session.files.restore(plan), "/redo");

const restoring = (kind: RestorePlan["kind"], summary: string): ScreenCommand =>
  plain(kind, summary, async (host) => {
    mustBeIdle(host, kind);
    const { files } = host.session;
    const plan = await (kind === "undo" ? files.planUndo() : files.planRedo());
    if (plan === undefined) return host.print(NOTHING_TO[kind]);
    const count = await showPlan(host, plan);
    const items = [
      { label: capitalized(stepOf(kind, count)), value: true },
      { label: "Change nothing", value: false },
    ];
    if (await host.choose<boolean>({ title: kind === "undo" ? "Undo" : "Redo", items })) host.print(await restore(host, plan));
  });

/** A prompt to go back to. */
interface RewindPoint {
  readonly point: TreePoint;
  /** The first run whose changes are all after it. Undefined: none. */
  readonly from: string | undefined;
  /** Number of files that were changed since and are not undone, without those that git ignores. */
  readonly changed: number;
  /** True if some that git ignores were changed since. */
  readonly ignoredChanged: boolean;
}

/** The prompts that began runs, with the files that were changed since. Messages during a run are not points: its changes are undone together. */
const rewindPoints = async (host: CommandHost): Promise<readonly RewindPoint[]> => {
  const { runs } = await host.session.files.history();
  const begun = new Set<string>();
  return (await pointsOf(host)).flatMap((point) => {
    const { kind, isActive, run = point.id, seq } = point;
    if (kind !== "prompt" || !isActive || begun.has(run)) return [];
    begun.add(run);
    const first = runs.findIndex(({ entries: [earliest] }) => earliest !== undefined && earliest.seq > seq);
    const later = first < 0 ? [] : runs.slice(first).filter(({ isUndone }) => !isUndone);
    const paths = later.flatMap(({ entries }) => entries.flatMap((entry) => unignoredChanges(entry).map(({ path }) => path)));
    return [{ point, from: runs[first]?.run, changed: new Set(paths).size, ignoredChanged: later.length > 0 }];
  });
};

const choosePoint = async (host: CommandHost): Promise<RewindPoint | undefined> => {
  const points = await rewindPoints(host);
  if (points.length === 0) throw new UsageError("this conversation has no prompts yet");
  return host.choose({
    title: "Rewind to before a prompt",
    items: points.map((value) => ({
      label: value.point.text.trim().split("\n", 1)[0] ?? "",
      note: noteOf(value),
      value,
    })),
    selected: points.length - 1,
    preview: ({ point }) => point.text,
  });
};

const noteOf = ({ changed, ignoredChanged }: RewindPoint): string => {
  if (changed > 0) return `${fileCount(changed)} changed since`;
  return ignoredChanged ? "only files that git ignores changed since" : "no files changed since";
};

type Part = "both" | "files" | "conversation";

const rewind = plain("rewind", "Go back to before an earlier prompt: files, conversation, or both", async (host) => {
  mustBeIdle(host, "rewind");
  const chosen = await choosePoint(host);
  if (chosen === undefined) return;
  const plan = chosen.from === undefined ? undefined : await host.session.files.planUndo(chosen.from);
  const count = plan === undefined ? 0 : await showPlan(host, plan);
  const conversation = { label: "Conversation only", note: "files stay; the prompt returns to the editor", value: "conversation" } as const;
  const items =
    count === 0
      ? [conversation]
      : ([
          { label: "Files and conversation", note: `${fileCount(count)}; the prompt returns to the editor`, value: "both" },
          { label: "Files only", note: fileCount(count), value: "files" },
          conversation,
        ] as const);
  const part = await host.choose<Part>({ title: "Rewind", items });
  if (part === undefined) return;
  mustBeIdle(host, "rewind");
  const result = plan === undefined || part === "conversation" ? undefined : await restore(host, plan);
  if (result !== undefined) (part === "both" ? host.printAgain : host.print)(result);
  if (part !== "files") await goBack(host, chosen.point);
});

/** Commands that revert the changes of prompts in files. */
export const UNDO_COMMANDS: readonly ScreenCommand[] = [
  restoring("undo", "Undo the changes of the last prompt in files, after showing them"),
  restoring("redo", "Make the changes of the last undo again"),
  rewind,
];

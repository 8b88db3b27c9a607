import type { AnyEntry } from "coxswain";
import { label as setLabel } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import type { ChoiceItem } from "../panels/index.ts";
import { plain } from "./command.ts";
import { leaveTo } from "./leave-to.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import { treePoints, type TreePoint } from "./session-tree.ts";
import type { SessionRow } from "./workplace.ts";

/** Returns the points of a session's conversation, on all branches. */
export const pointsOf = async ({ session }: CommandHost): Promise<readonly TreePoint[]> => {
  const entries: AnyEntry[] = [];
  for await (const { entry } of session.events({ after: -1, live: false, types: ["entry"] })) entries.push(entry);
  return treePoints(entries, session.state);
};

/** A point of this session, or a session that was forked from it, or that it was forked from. */
type TreeChoice = { readonly point: TreePoint } | { readonly related: SessionRow };

const chooseFrom = async (
  host: CommandHost,
  title: string,
  points: readonly TreePoint[],
  related: readonly ChoiceItem<TreeChoice>[] = [],
  /** The point that is selected first. Default: the current one. */
  from?: TreePoint,
): Promise<TreeChoice | undefined> => {
  if (points.length === 0) throw new UsageError("this conversation has no messages yet");
  const items = points.map((point) => ({
    label: rowOf(point),
    value: { point },
    ...(noteOf(point) === "" ? {} : { note: noteOf(point) }),
  }));
  const current = from === undefined ? points.findIndex(({ isCurrent }) => isCurrent) : points.indexOf(from);
  return host.choose<TreeChoice>({
    title,
    items: [...items, ...related],
    selected: Math.max(0, current),
    preview: (choice) => ("point" in choice ? choice.point.text : choice.related.opening),
  });
};

/** The sessions before and after a fork. */
const relatedSessions = async ({ session, workplace }: CommandHost): Promise<readonly ChoiceItem<TreeChoice>[]> => {
  const origin = session.state.parent?.session;
  return (await workplace.sessions()).flatMap((row) => {
    if (row.id === origin) return [{ label: `forked from: ${row.title}`, value: { related: row } }];
    return row.parent === session.id ? [{ label: `fork: ${row.title}`, value: { related: row } }] : [];
  });
};

const SIGNS: Readonly<Record<TreePoint["kind"], string>> = { prompt: "> ", answer: "", summary: "summary: ", cleared: "(cleared)" };

const rowOf = ({ kind, text, depth, isActive }: TreePoint): string => {
  const [line = ""] = text.trim().split("\n", 1);
  return `${"│ ".repeat(depth)}${isActive ? "●" : "○"} ${SIGNS[kind]}${line}`;
};

const noteOf = ({ label, isCurrent }: TreePoint): string =>
  [...(label === undefined ? [] : [`[${label}]`]), ...(isCurrent ? ["(here)"] : [])].join(" ");

/** Continues the conversation from a point. */
export const goBack = async (host: CommandHost, { kind, text, target }: TreePoint): Promise<void> => {
  // The screen shows the session again when its path changes, with the text of the editor.
  if (kind === "prompt") host.draft(text);
  await host.session.fork(target, { into: "here" });
};

const forkAt = (host: CommandHost, { kind, text, target }: TreePoint): Promise<void> =>
  leaveTo(host, "open", async () => ({
    kind: "open",
    id: (await host.session.fork(target)).id,
    ...(kind === "prompt" ? { draft: text } : {}),
  }));

const editLabel = async ({ session, read }: CommandHost, { id, label }: TreePoint): Promise<void> => {
  const text = await read("Label, empty to remove it", label);
  if (text !== undefined) await setLabel(session, id, text === "" ? null : text);
};

type PointAction = (host: CommandHost, point: TreePoint) => Promise<void> | void;

const ACTIONS: readonly { readonly label: string; readonly note: string; readonly value: PointAction }[] = [
  { label: "Go back to it", note: "a prompt returns to the editor", value: goBack },
  { label: "Fork", note: "continue from it in a new session", value: forkAt },
  { label: "Label", note: "name it in this list", value: editLabel },
  { label: "Show", note: "print its text", value: (host, { text }) => host.print(text) },
];

const tree = plain("tree", "Show all branches of this session; go back to a point, fork, label", async (host) => {
  const [points, related] = [await pointsOf(host), await relatedSessions(host)];
  for (let from: TreePoint | undefined; ;) {
    const choice = await chooseFrom(host, "Conversation", points, related, from);
    if (choice === undefined) return;
    if ("related" in choice) return leaveTo(host, "open", () => ({ kind: "open", id: choice.related.id }));
    const action = await host.choose<PointAction | "back">({ title: "What to do", items: ACTIONS, escape: "back" });
    if (action !== "back") return action?.(host, choice.point);
    from = choice.point;
  }
});

const fork: ScreenCommand = {
  name: "fork",
  arguments: "[prompt]",
  summary: "Continue in a new session: from here, or from an earlier prompt",
  complete: async () => [{ value: "prompt", note: "choose an earlier prompt" }],
  async run(words, host) {
    if (words !== "" && words !== "prompt") throw new UsageError("/fork takes no argument, or the word prompt");
    if (words === "") return leaveTo(host, "open", async () => ({ kind: "open", id: (await host.session.fork()).id }));
    const prompts = (await pointsOf(host)).filter(({ kind, isActive }) => kind === "prompt" && isActive);
    const choice = await chooseFrom(host, "Fork before the prompt", prompts);
    if (choice !== undefined && "point" in choice) await forkAt(host, choice.point);
  },
};

export const TREE_COMMANDS: readonly ScreenCommand[] = [tree, fork];

import type { ContentStore } from "../base/index.ts";
import { type PlannedChange, type Refusal, type RestorePlan, STAYS, stateInRestore, stayingFiles } from "../changes/index.ts";
import { decodeText, fileDiff } from "../tools/index.ts";
import { becomesEmpty, type FileVersion, type PathVersion, restoreState } from "../workspace/index.ts";

/** A change to a file, for display. */
export interface PreviewedChange {
  /** Absolute. */
  readonly path: string;
  readonly effect: "created" | "deleted" | "changed";
  /** Unified diff. Absent if the content is not text, or the diff is too long to show. */
  readonly diff?: string;
  readonly added: number;
  readonly removed: number;
  /** Clauses about links, modes, and content that is not text. */
  readonly notes: readonly string[];
}

/** A file that a restore would not change. */
export interface PreviewedRefusal extends Refusal {
  /** From the recorded content to the current one. Absent if either is unknown. */
  readonly since?: PreviewedChange;
  /** The change that the restore would have made. Absent if its contents are not stored. */
  readonly planned?: PreviewedChange;
}

/** The effect of a plan on the files as they are now. */
export interface RestorePreview {
  readonly changes: readonly (PreviewedChange & Pick<PlannedChange, "isUncertain">)[];
  readonly refused: readonly PreviewedRefusal[];
}

export interface PreviewSources {
  readonly contents: Pick<ContentStore, "get">;
  /** Reads a file, by its absolute path. Undefined: it cannot be read. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

/** Compares a plan with the current files. Changes nothing. */
export const previewRestore = async (plan: RestorePlan, { contents, read }: PreviewSources): Promise<RestorePreview> => {
  const changes: (PreviewedChange & Pick<PlannedChange, "isUncertain">)[] = [];
  const refused: PreviewedRefusal[] = [...plan.refused];
  const staying = await stayingFiles(plan, { contents, files: { restoreState, becomesEmpty } });
  for (const change of plan.changes) {
    const { path, before, after, isUncertain } = change;
    const state = await stateInRestore(change, plan, { restoreState, becomesEmpty });
    if (state.kind === "done") continue;
    const planned = await previewOf(path, await shownFrom(before, contents), await shownFrom(after, contents));
    if (staying.has(path)) refused.push({ path, reason: STAYS, planned });
    else if (state.kind !== "refused") changes.push({ ...planned, isUncertain });
    else {
      const current = state.current && (await currentOf(path, state.current, read));
      const since = current && { since: await previewOf(path, await shownFrom(before, contents), current) };
      refused.push({ path, reason: state.reason, planned, ...since });
    }
  }
  return { changes, refused };
};

/** A version with its text. */
interface Shown {
  readonly version: FileVersion;
  /** Undefined: it is not text, or unknown. */
  readonly text?: string | undefined;
}

const shownFrom = async (version: FileVersion | undefined, contents: Pick<ContentStore, "get">): Promise<Shown | undefined> => {
  if (version === undefined) return undefined;
  if (version.kind === "link") return { version };
  const bytes = version.content === undefined || version.omitted !== undefined ? undefined : await contents.get(version.content);
  return { version, text: bytes && decodeText(bytes)?.text };
};

const currentOf = async (path: string, version: FileVersion, read: PreviewSources["read"]): Promise<Shown> => {
  const bytes = version.kind === "file" ? await read(path) : undefined;
  return { version, text: bytes && decodeText(bytes)?.text };
};

const previewOf = async (path: string, before: Shown | undefined, after: Shown | undefined): Promise<PreviewedChange> => {
  const texts = [before, after].map((shown) => (shown === undefined ? "" : shown.text));
  const [one, other] = texts;
  const diff = one === undefined || other === undefined ? { added: 0, removed: 0 } : await fileDiff(path, one, other);
  return {
    path,
    effect: effectOf(before?.version, after?.version),
    ...diff,
    notes: notesOf(before?.version, after?.version, texts.includes(undefined)),
  };
};

const notesOf = (before: FileVersion | undefined, after: FileVersion | undefined, isOpaque: boolean): readonly string[] => {
  const isLink = before?.kind === "link" || after?.kind === "link";
  return [...versionNotes(before, after), ...(isOpaque && !isLink ? ["not text"] : [])];
};

export const effectOf = (before: PathVersion | undefined, after: PathVersion | undefined): PreviewedChange["effect"] =>
  before === undefined ? "created" : after === undefined ? "deleted" : "changed";

/** Returns clauses about links and modes. */
export const versionNotes = (before: PathVersion | undefined, after: PathVersion | undefined): readonly string[] => {
  const links = [before, after].flatMap((version) => (version?.kind === "link" ? [`link to ${version.target}`] : []));
  const modes =
    before?.kind === "file" && after?.kind === "file" && before.mode !== after.mode
      ? [`mode ${octal(before.mode)} to ${octal(after.mode)}`]
      : [];
  return [...links, ...modes];
};

const octal = (mode: number): string => mode.toString(8).padStart(3, "0");

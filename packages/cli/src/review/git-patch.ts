import { relative } from "node:path";
import type { ChangeDiff, NetChange } from "coxswain/session";
import type { FileVersion } from "coxswain/tools";
import { shownPath } from "../changes/index.ts";
import { escapeLine } from "../output/index.ts";

/** Formats a change for `git apply` in a folder. What git cannot apply becomes a line with the reason, which git ignores. */
export const gitPatch = (folder: string, { path, before, after, includesOther }: NetChange, diff: ChangeDiff): string => {
  const name = relative(folder, path);
  const note = (reason: string): string => `# ${shownPath(folder, path)}: ${escapeLine(reason)}\n`;
  if (name === "" || name.startsWith("..")) return note("it is outside of the session's folder");
  if (before?.kind === "folder" || after?.kind === "folder") return note(diff.notes.join(", "));
  const about = includesOther ? note("something else changed it in between") : "";
  if (before?.kind === "link" || after?.kind === "link") return linkPatch(name, before, after) ?? about + note(diff.notes.join(", "));
  if (!diff.isExact) return about + note("it is not UTF-8 text");
  const [from, to] = [modeOf(before), modeOf(after)];
  const isEmpty = (version: FileVersion | undefined): boolean => version === undefined || (version.kind === "file" && version.size === 0);
  const isContentKnown = diff.diff !== undefined || (isEmpty(before) && isEmpty(after)) || isSameContent(before, after);
  if (!isContentKnown || (from === to && diff.diff === undefined)) return about + note(diff.notes.join(", "));
  return about + header(name, from, to) + (diff.diff === undefined ? "" : names(name, from, to) + diff.diff.slice(diff.diff.indexOf("@@")));
};

/** A type of file is changed by a deletion and a creation, as git does. Undefined: a content is not known. */
const linkPatch = (name: string, before: FileVersion | undefined, after: FileVersion | undefined): string | undefined => {
  if (before?.kind === "file" || after?.kind === "file") return undefined;
  const part = (version: FileVersion | undefined, isCreated: boolean): string | undefined => {
    if (version?.kind !== "link") return "";
    if (version.target.includes("\n")) return undefined;
    const [from, to] = isCreated ? [undefined, LINK] : [LINK, undefined];
    const hunk = isCreated ? "@@ -0,0 +1 @@\n+" : "@@ -1 +0,0 @@\n-";
    return `${header(name, from, to)}${names(name, from, to)}${hunk}${version.target}\n\\ No newline at end of file\n`;
  };
  const [deleted, created] = [part(before, false), part(after, true)];
  return deleted === undefined || created === undefined ? undefined : deleted + created;
};

const LINK = "120000";

/** The modes of git: executable by the owner or not. */
const modeOf = (version: FileVersion | undefined): string | undefined =>
  version?.kind === "file" ? ((version.mode & 0o100) === 0 ? "100644" : "100755") : undefined;

const isSameContent = (before: FileVersion | undefined, after: FileVersion | undefined): boolean =>
  before?.kind === "file" && after?.kind === "file" && before.content !== undefined && before.content === after.content;

const header = (name: string, from: string | undefined, to: string | undefined): string => {
  const modes =
    from === undefined
      ? `new file mode ${to}\n`
      : to === undefined
        ? `deleted file mode ${from}\n`
        : from === to
          ? ""
          : `old mode ${from}\nnew mode ${to}\n`;
  return `diff --git ${quoted(`a/${name}`)} ${quoted(`b/${name}`)}\n${modes}`;
};

/** A tab ends a name with spaces. */
const names = (name: string, from: string | undefined, to: string | undefined): string => {
  const end = name.includes(" ") ? "\t" : "";
  const one = from === undefined ? "/dev/null" : quoted(`a/${name}`) + end;
  const other = to === undefined ? "/dev/null" : quoted(`b/${name}`) + end;
  return `--- ${one}\n+++ ${other}\n`;
};

/** Quotes a path as git does if it has quotes, backslashes or control characters. */
const quoted = (path: string): string =>
  // oxlint-disable-next-line no-control-regex -- these must not be in a line
  /["\\\u0000-\u001f\u007f]/.test(path)
    ? // oxlint-disable-next-line no-control-regex -- these must not be in a line
      `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\u0000-\u001f\u007f]/g, octal)}"`
    : path;

const octal = (character: string): string => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;

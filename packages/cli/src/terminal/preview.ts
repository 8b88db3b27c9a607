import { lstat, readFile } from "node:fs/promises";
import type { Question } from "coxswain";
import { type ChangedLine, lineChange, linesOf } from "./line-change.ts";

/** A part of a call's effect, built from its arguments. */
export interface PreviewPart {
  /** Ends with a colon. */
  readonly title: string;
  readonly lines: readonly ChangedLine[];
}

/** The effect of a call beyond its permission requests. */
export interface Preview {
  readonly parts: readonly PreviewPart[];
  /** Arguments that nothing else shows. */
  readonly otherArguments: Readonly<Record<string, unknown>>;
}

/** Builds the preview of a call. Reads the file to be written and changes nothing. */
export const previewOf = async ({ tool, input, requests }: Pick<Question, "tool" | "input" | "requests">): Promise<Preview> => {
  if (requests.some(({ subject }) => subject === JSON.stringify(input))) return { parts: [], otherArguments: {} };
  const changes = requests.flatMap(({ preview }) => (preview === undefined ? [] : [diffPart(preview)]));
  if (changes.length > 0) return { parts: changes, otherArguments: {} };
  const { path, ...fields } = isFields(input) ? input : { input };
  const shown = await partsOf(tool, fields, requests[0]?.subject ?? "");
  const isShown = (value: unknown): boolean => value === undefined || requests.some(({ subject }) => subject === value);
  const rest = Object.entries(shown.remaining ?? fields).filter(([, value]) => !isShown(value));
  // The request has the resolved path.
  const isFile = requests.some(({ effect }) => effect === "read" || effect === "write");
  return { parts: shown.parts, otherArguments: Object.fromEntries(isFile || isShown(path) ? rest : [["path", path], ...rest]) };
};

/** The lines of a unified diff, without its headers. */
const diffPart = (diff: string): PreviewPart => {
  const lines = linesOf(diff);
  const path = lines.find((line) => line.startsWith("+++ "))?.slice(4);
  const changed = lines.filter((line) => !/^(?:---|\+\+\+|===|Index:) ?/.test(line));
  return {
    title: path === undefined ? "Changes:" : `Changes of ${path}:`,
    lines: changed.map((line) => ({
      mark: line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : " ",
      text: line.replace(/^[ +-]/, ""),
    })),
  };
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (input: unknown): input is Fields => typeof input === "object" && input !== null && !Array.isArray(input);

/** Builds the parts of a known tool's call. `remaining`: the remaining arguments; undefined means all. */
const partsOf = async (tool: string, fields: Fields, path: string): Promise<{ parts: readonly PreviewPart[]; remaining?: Fields }> => {
  if (tool === "write" && typeof fields["content"] === "string") {
    const { content, ...remaining } = fields;
    return { parts: [await writePreview(content, path)], remaining };
  }
  if (tool === "apply_patch" && typeof fields["input"] === "string") {
    const { input, ...remaining } = fields;
    return { parts: [{ title: "Patch:", lines: linesOf(input).map((text) => ({ mark: " ", text })) }], remaining };
  }
  const edits = tool === "edit" ? editsIn(fields) : [];
  if (edits.length === 0) return { parts: [] };
  const { oldText: _, newText: __, replaceAll: ___, edits: ____, ...remaining } = fields;
  return { parts: edits.map(editPreview), remaining };
};

const writePreview = async (content: string, path: string): Promise<PreviewPart> => {
  const before = await readText(path);
  const size = `${counted(linesOf(content).length, "line")}, ${counted(Buffer.byteLength(content), "byte")}`;
  if (before === "none") return { title: `New file, ${size}:`, lines: lineChange("", content) };
  if (before === undefined) return { title: `Replaces the existing file, ${size}:`, lines: lineChange("", content) };
  const lines = lineChange(before.text, content);
  return { title: lines.length === 0 ? "No changes: the file already has this content." : `Changes (new size ${size}):`, lines };
};

export interface GivenEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: unknown;
}

/** Returns the edits of an `edit` call. Empty when the arguments are invalid. */
export const editsIn = ({ edits, ...one }: Fields): readonly GivenEdit[] => {
  const candidates: readonly unknown[] = Array.isArray(edits) ? edits : [one];
  return candidates.every(isEdit) ? candidates : [];
};

const isEdit = (value: unknown): value is GivenEdit =>
  isFields(value) && typeof value["oldText"] === "string" && typeof value["newText"] === "string";

const editPreview = ({ oldText, newText, replaceAll }: GivenEdit): PreviewPart => ({
  title: replaceAll === true ? "Replace all:" : "Replace:",
  lines: lineChange(oldText, newText),
});

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Size limit of a file to show. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the text of a file. `none`: the file does not exist. Undefined: it cannot be shown, for example a folder or an
 * image.
 */
export const readText = async (path: string): Promise<{ readonly text: string } | "none" | undefined> => {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isMissing ? "none" : undefined;
  }
};

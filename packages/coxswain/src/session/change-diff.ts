import type { ContentStore } from "../base/index.ts";
import { omissionReason } from "../changes/index.ts";
import { decodeText, wholeDiff } from "../tools/index.ts";
import type { PathChange, PathVersion } from "../workspace/index.ts";
import { effectOf, versionNotes } from "./restore-preview.ts";

/** A recorded change of a file with its lines. */
export interface ChangeDiff {
  readonly effect: "created" | "deleted" | "changed";
  /** Unified diff, complete. Absent: a content is not text, or not stored, or only the mode or the target of a link changed. */
  readonly diff?: string;
  /** True if the diff has the exact bytes in UTF-8; otherwise they were decoded from another encoding. */
  readonly isExact: boolean;
  readonly added: number;
  readonly removed: number;
  /** Clauses about links, modes, and content that the diff does not have. */
  readonly notes: readonly string[];
}

/** Reads the contents of a change, and compares them. */
export const changeDiff = async (change: PathChange, contents: Pick<ContentStore, "get"> | undefined): Promise<ChangeDiff> => {
  const { path, before, after } = change;
  const [one, other] = [await contentOf(before, contents), await contentOf(after, contents)];
  const effect = effectOf(before, after);
  const isTextual = one.kind === "text" && other.kind === "text";
  const reasons = [one, other].flatMap((content) => (content.kind === "none" ? [content.reason] : []));
  const notes = [...versionNotes(before, after), ...new Set(reasons), ...hashNotes(before, after)];
  if (!isTextual || one.text === other.text) return { effect, isExact: true, added: 0, removed: 0, notes };
  return { effect, ...(await wholeDiff(path, one.text, other.text)), isExact: one.isExact && other.isExact, notes };
};

/** Returns a clause about the hashes of contents of which one is not stored, as far as they are known. */
const hashNotes = (before: PathVersion | undefined, after: PathVersion | undefined): readonly string[] => {
  const files = [before, after].map((version) => (version?.kind === "file" ? version : undefined));
  const [one, other] = files.map((version) => hashOf(version?.content));
  if (!files.some((version) => version?.omitted !== undefined) || (one === undefined && other === undefined)) return [];
  return [`SHA-256 ${before === undefined || after === undefined ? (one ?? other) : `${one ?? "unknown"} to ${other ?? "unknown"}`}`];
};

/** Digits of a hash that are shown. */
const DIGITS = 12;

const hashOf = (content: string | undefined): string | undefined =>
  content === undefined ? undefined : `${content.slice("sha256-".length).slice(0, DIGITS)}…`;

/** `none` has the reason as a clause. */
type Content =
  | { readonly kind: "text"; readonly text: string; readonly isExact: boolean }
  | { readonly kind: "link" }
  | { readonly kind: "none"; readonly reason: string };

const contentOf = async (version: PathVersion | undefined, contents: Pick<ContentStore, "get"> | undefined): Promise<Content> => {
  if (version === undefined) return { kind: "text", text: "", isExact: true };
  if (version.kind === "link") return { kind: "link" };
  if (version.kind === "folder") return { kind: "none", reason: omissionReason("folder") };
  if (version.omitted !== undefined) return { kind: "none", reason: omissionReason(version.omitted) };
  const bytes = version.content === undefined ? undefined : await contents?.get(version.content);
  if (bytes === undefined) return { kind: "none", reason: omissionReason("lost") };
  const exact = exactText(bytes);
  const text = exact ?? decodeText(bytes)?.text;
  return text === undefined ? { kind: "none", reason: "not text" } : { kind: "text", text, isExact: exact !== undefined };
};

/** Decodes UTF-8, with its byte order mark. Undefined: the bytes are something else. */
const exactText = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

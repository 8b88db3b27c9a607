import { basename, dirname } from "node:path";
import {
  truncateFiles,
  instructionBlocks,
  type InstructionFile,
  instructionFileIn,
  type InstructionReading,
  type Instructions,
  foldersBetween,
} from "./instruction-files.ts";
import type { Entry, Fold } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import type { ToolMessage } from "../model/index.ts";
import { isReset } from "./entries.ts";

/** In bytes of UTF-8. */
export interface NestedLimits {
  readonly file: number;
  readonly all: number;
}

/** Folders of third-party code: a dependency's author must not control how the agent works here. */
const FOREIGN: ReadonlySet<string> = new Set(["node_modules", "site-packages", "vendor", ".git"]);

/**
 * Returns the instruction files of the folders that contain a path, the nearest last. Excludes the folders from the
 * project's root to the workspace's folder, files loaded at the start, and files of dependencies.
 */
export const nestedInstructionFiles = async (
  path: string,
  { project, files: atStart }: Instructions,
  reading: InstructionReading,
): Promise<readonly InstructionFile[]> => {
  const { kind } = (await reading.workspace.stat(path).catch(() => undefined)) ?? { kind: "file" };
  const way = foldersBetween(project.root, kind === "folder" ? path : dirname(path));
  const foreign = way.findIndex((folder) => FOREIGN.has(basename(folder)));
  const folders = (foreign < 0 ? way : way.slice(0, foreign)).filter((folder) => !project.folders.includes(folder));
  const files = await Promise.all(folders.map((folder) => instructionFileIn(folder, reading, project.root)));
  return files.filter((file) => file !== undefined).filter(({ real }) => !atStart.some((loaded) => loaded.real === real));
};

/**
 * Returns the text to append to a result for these files, given that `sent` bytes were already sent. Undefined when the
 * files are empty.
 */
export const nestedInstructions = (files: readonly InstructionFile[], sent: number, limits: NestedLimits): string | undefined => {
  const blocks = instructionBlocks(truncateFiles(files, Math.max(0, limits.all - sent), limits.file));
  return blocks === "" ? undefined : `${NESTED_HEAD}\n\n${blocks}`;
};

/** Records that a call's result ends with the instruction files of sub-folders. This entry precedes the result. */
export interface NestedInstructionsEntry extends Entry {
  readonly type: "nested_instructions";
  readonly call: string;
  /** Absolute, with links resolved. */
  readonly files: readonly string[];
}

const isNestedInstructions = (entry: Entry): entry is NestedInstructionsEntry => entry.type === "nested_instructions";

/** Nested instruction files that the model has seen since the conversation started. Compactions preserve them. */
export interface NestedInstructionsState {
  readonly sent: readonly { readonly files: readonly string[]; readonly text: string }[];
  /** Files by call id, until the result that contains them is in the log. */
  readonly pending: Readonly<Record<string, readonly string[]>>;
}

export const nestedInstructionsState: Fold<NestedInstructionsState> = {
  name: "nested_instructions",
  initial: { sent: [], pending: {} },
  apply(state, entry) {
    if (isReset(entry)) return nestedInstructionsState.initial;
    if (isNestedInstructions(entry)) return { ...state, pending: { ...state.pending, [entry.call]: entry.files } };
    if (!isMessage(entry) || entry.message.role !== "tool") return state;
    const { [entry.message.callId]: files, ...pending } = state.pending;
    if (files === undefined) return state;
    const text = instructionsIn(entry.message);
    return text === undefined ? { ...state, pending } : { sent: [...state.sent, { files, text }], pending };
  },
};

/** Start of the part with nested instructions, which distinguishes it from tool output. */
const NESTED_HEAD =
  "[Instructions for the content of these folders, from instruction files in them. This text is from Coxswain, not from the tool.]";

/**
 * Returns undefined when the call was cancelled or its result could not be stored. A later result repeats the files
 * then.
 */
const instructionsIn = ({ content }: ToolMessage): string | undefined => {
  const last = content.at(-1);
  return last?.type === "text" && last.text.startsWith(NESTED_HEAD) ? last.text : undefined;
};

/**
 * Returns the section that a compaction preserves word for word. Undefined when the model has seen no nested
 * instructions.
 */
export const preservedInstructions = (
  facts: <State>(fold: Fold<State>) => State,
): { readonly name: string; readonly text: string } | undefined => {
  const { sent } = facts(nestedInstructionsState);
  return sent.length === 0 ? undefined : { name: "instructions", text: sent.map(({ text }) => text).join("\n\n") };
};

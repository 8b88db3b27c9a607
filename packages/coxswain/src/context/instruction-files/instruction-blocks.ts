import type { InstructionFile } from "./instruction-file.ts";

/** Formats files with their names, one after the other. Blank files are skipped. */
export const instructionBlocks = (files: readonly InstructionFile[]): string =>
  files
    .filter(({ text }) => text.trim() !== "")
    .map(block)
    .join("\n\n");

/** Escapes the tags, so that a file cannot end its own block and imitate another. */
const block = ({ path, text }: InstructionFile): string =>
  `<instructions file=${JSON.stringify(path)}>\n${text.trim().replaceAll(/<(\/?instructions\b)/gi, "&lt;$1")}\n</instructions>`;

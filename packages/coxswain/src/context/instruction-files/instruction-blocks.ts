import type { InstructionFile } from "./instruction-file.ts";

/** Files with their names, one after the other; a blank one says nothing. */
export const instructionBlocks = (files: readonly InstructionFile[]): string =>
  files
    .filter(({ text }) => text.trim() !== "")
    .map(block)
    .join("\n\n");

/** No file ends its own block and begins what looks like another one's. */
const block = ({ path, text }: InstructionFile): string =>
  `<instructions file=${JSON.stringify(path)}>\n${text.trim().replaceAll(/<(\/?instructions\b)/gi, "&lt;$1")}\n</instructions>`;

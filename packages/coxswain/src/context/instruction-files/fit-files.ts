import type { InstructionFile } from "./instruction-file.ts";

/** An instruction file, possibly truncated. */
export interface FittedFile extends InstructionFile {
  readonly isCut: boolean;
}

/**
 * Fits files, the nearest last, into `maxBytes` of UTF-8 in total and `maxFileBytes` each. The nearest files stay
 * whole, and the farthest lose their ends first. A note marks each cut.
 */
export const truncateFiles = (files: readonly InstructionFile[], maxBytes: number, maxFileBytes = maxBytes): readonly FittedFile[] => {
  let left = maxBytes;
  const fitted = files.toReversed().map((file) => {
    const room = Math.min(left, maxFileBytes);
    left -= Math.min(room, Buffer.byteLength(file.text));
    return fitFile(file, room);
  });
  return fitted.toReversed();
};

const fitFile = (file: InstructionFile, maxBytes: number): FittedFile => {
  const bytes = Buffer.from(file.text);
  if (bytes.length <= maxBytes) return { ...file, isCut: false };
  const text = wholeLines(bytes.subarray(0, maxBytes));
  const note = `[${text === "" ? "Omitted" : "Truncated here"}: the file has ${bytes.length} bytes, over the limit. Read it if you need the rest.]`;
  return { ...file, text: text + note, isCut: true };
};

/** Decodes up to the last line break. Without one, decodes everything except a partial final character. */
const wholeLines = (bytes: Uint8Array): string => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
  const end = text.lastIndexOf("\n") + 1;
  return end > 0 ? text.slice(0, end) : text;
};

/** An event of the mouse. `row` and `column` count from 0. */
export interface MouseEvent {
  readonly kind: "press" | "drag" | "release" | "up" | "down";
  readonly row: number;
  readonly column: number;
}

// oxlint-disable-next-line no-control-regex -- a control sequence
const REPORT = /^\u001b\[<(\d+);(\d+);(\d+)([Mm])$/;

/**
 * Parses a report of the mouse (SGR encoding, mode 1006). Returns `ignored` for a report without a meaning here, such as that
 * of the right button, and undefined for other input.
 */
export const mouseEvent = (input: string): MouseEvent | "ignored" | undefined => {
  const [, code, column, row, end] = REPORT.exec(input) ?? [];
  if (code === undefined) return undefined;
  const kind = kindOf(Number(code), end === "m");
  return kind === undefined ? "ignored" : { kind, row: Number(row) - 1, column: Number(column) - 1 };
};

/** Bits of the code: 0 to 1 the button, 2 to 4 modifiers, 5 a move, 6 the wheel. */
const kindOf = (code: number, isRelease: boolean): MouseEvent["kind"] | undefined => {
  const button = code & 0b11;
  if ((code & 64) !== 0) return button === 0 ? "up" : button === 1 ? "down" : undefined;
  if (button !== 0) return undefined;
  if (isRelease) return "release";
  return (code & 32) === 0 ? "press" : "drag";
};

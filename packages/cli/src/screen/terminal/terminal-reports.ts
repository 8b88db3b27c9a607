import { parseOsc11BackgroundColor, parseTerminalColorSchemeReport } from "@earendil-works/pi-tui";

/** The size of a cell in pixels. */
export interface CellSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A message of the terminal about itself. `other`: one that nothing here asked for. */
export type TerminalReport =
  | { readonly kind: "background"; readonly rgb: readonly [red: number, green: number, blue: number] }
  | { readonly kind: "scheme"; readonly scheme: "light" | "dark" }
  | { readonly kind: "focus"; readonly hasFocus: boolean }
  /** Pixels of a cell. */
  | ({ readonly kind: "cell" } & CellSize)
  /** It reads the program status protocol. */
  | { readonly kind: "program_status" }
  | { readonly kind: "other" };

/** Parses input that no key sends: a report. Returns undefined for keys and pastes. */
export const parseReport = (input: string): TerminalReport | undefined => {
  if (input === "\u001b[I" || input === "\u001b[O") return { kind: "focus", hasFocus: input === "\u001b[I" };
  const cell = parseCell(input);
  if (cell !== undefined) return cell;
  const scheme = parseTerminalColorSchemeReport(input);
  if (scheme !== undefined) return { kind: "scheme", scheme };
  if (!isString(input)) return undefined;
  const color = parseOsc11BackgroundColor(input);
  if (color !== undefined) return { kind: "background", rgb: [color.r, color.g, color.b] };
  return { kind: input.startsWith("\u001b]7501;?") ? "program_status" : "other" };
};

/** The answer to a request for the size of a cell (XTWINOPS 16). */
const parseCell = (input: string): TerminalReport | undefined => {
  // oxlint-disable-next-line no-control-regex -- a control sequence
  const [, height, width] = /^\u001b\[6;(\d{1,4});(\d{1,4})t$/.exec(input) ?? [];
  if (height === undefined || width === undefined) return undefined;
  const cell = { widthPx: Number(width), heightPx: Number(height) };
  return cell.widthPx > 0 && cell.heightPx > 0 ? { kind: "cell", ...cell } : { kind: "other" };
};

/** An operating system command or a device control string (ECMA-48). `ESC ]` and `ESC P` alone are keys with Alt. */
const isString = (input: string): boolean => input.length > 2 && (input.startsWith("\u001b]") || input.startsWith("\u001bP"));

/** True for a report whose end has not arrived. */
export const isUnfinished = (input: string): boolean => isString(input) && !input.endsWith("\u0007") && !input.endsWith("\u001b\\");

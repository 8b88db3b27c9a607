import type { DiagnosticSeverity, SymbolKind } from "vscode-languageserver-types";
import { asRecord, type UnknownRecord } from "../base/index.ts";
import { cleanLine, type CodeFileEdits, type CodePlace, type CodeProblem, type CodeRange, type CodeSymbol } from "../workspace/index.ts";

/* Readers of what servers answer. A server may send anything, so each part is checked; parts that do not fit are skipped. */

/** Undefined for an address that is not a file of this machine. */
export type PathOf = (uri: string) => string | undefined;

/** Characters of a message. */
const MESSAGE = 1000;

const SEVERITIES: Readonly<Record<DiagnosticSeverity, CodeProblem["severity"]>> = { 1: "error", 2: "warning", 3: "information", 4: "hint" };

/** Reads diagnostics of one file, as published or pulled. */
export const problemsIn = (items: unknown, path: string): readonly CodeProblem[] =>
  list(items).flatMap((item) => {
    const range = rangeIn(item["range"], path);
    if (range === undefined) return [];
    const { severity, code, source } = item;
    const label = typeof code === "number" && source === "typescript" ? `TS${code}` : code;
    return [
      {
        ...range,
        severity: SEVERITIES[severity as DiagnosticSeverity] ?? "error",
        message: cleanLine(String(item["message"]), MESSAGE),
        ...(typeof label === "string" || typeof label === "number" ? { code: cleanLine(String(label), 60) } : {}),
      },
    ];
  });

/** Reads diagnostics of tsserver, whose lines and offsets count from 1. */
export const tsserverProblems = (response: unknown, path: string): readonly CodeProblem[] =>
  list(asRecord(response)["body"]).flatMap((item) => {
    const [start, end] = [tsserverPlace(item["start"]), tsserverPlace(item["end"])];
    if (start === undefined || end === undefined) return [];
    const severity = item["category"] === "error" ? "error" : item["category"] === "warning" ? "warning" : "hint";
    return [
      { path, start, end, severity, message: cleanLine(String(item["text"]), MESSAGE), code: `TS${cleanLine(String(item["code"]), 10)}` },
    ];
  });

const tsserverPlace = (value: unknown): CodePlace | undefined => {
  const { line, offset } = asRecord(value);
  return isCount(line) && isCount(offset) ? { line: line - 1, character: offset - 1 } : undefined;
};

/** Reads a location, a list of them, or a list of links. */
export const rangesIn = (answer: unknown, pathOf: PathOf): readonly CodeRange[] =>
  list(Array.isArray(answer) ? answer : [answer]).flatMap((item) => {
    const path = pathIn(item["uri"] ?? item["targetUri"], pathOf);
    const range = path === undefined ? undefined : rangeIn(item["range"] ?? item["targetSelectionRange"], path);
    return range === undefined ? [] : [range];
  });

/** Reads the symbols of a file, nested or not, or those of a folder. */
export const symbolsIn = (answer: unknown, pathOf: PathOf, file?: string, container?: string): readonly CodeSymbol[] =>
  list(answer).flatMap((item) => {
    const location = asRecord(item["location"]);
    const path = location["uri"] === undefined ? file : pathIn(location["uri"], pathOf);
    const range = path === undefined ? undefined : rangeIn(item["selectionRange"] ?? location["range"], path);
    if (range === undefined) return [];
    const name = cleanLine(String(item["name"]), 200);
    const { containerName } = item;
    const inside = container ?? (typeof containerName === "string" && containerName !== "" ? cleanLine(containerName, 200) : undefined);
    const symbol = {
      ...range,
      name,
      kind: KINDS[item["kind"] as SymbolKind] ?? "symbol",
      ...(inside === undefined ? {} : { container: inside }),
    };
    return [symbol, ...symbolsIn(item["children"], pathOf, file, name)];
  });

const KINDS: Readonly<Record<SymbolKind, string>> = {
  1: "file",
  2: "module",
  3: "namespace",
  4: "package",
  5: "class",
  6: "method",
  7: "property",
  8: "field",
  9: "constructor",
  10: "enum",
  11: "interface",
  12: "function",
  13: "variable",
  14: "constant",
  15: "string",
  16: "number",
  17: "boolean",
  18: "array",
  19: "object",
  20: "key",
  21: "null",
  22: "enum member",
  23: "struct",
  24: "event",
  25: "operator",
  26: "type parameter",
};

/** Reads the edits of a rename. Undefined: it would also create, rename or delete files. */
export const editsIn = (answer: unknown, pathOf: PathOf): readonly CodeFileEdits[] | undefined => {
  const { changes, documentChanges } = asRecord(answer);
  const listed = Array.isArray(documentChanges)
    ? list(documentChanges).map((change) => [
        change["kind"] === undefined ? asRecord(change["textDocument"])["uri"] : undefined,
        change["edits"],
      ])
    : Object.entries(asRecord(changes));
  const files = new Map<string, CodeFileEdits["edits"][number][]>();
  for (const [uri, edits] of listed) {
    const path = pathIn(uri, pathOf);
    if (path === undefined) return undefined;
    const found = list(edits).flatMap((edit) => {
      const range = rangeIn(edit["range"], path);
      return range === undefined || typeof edit["newText"] !== "string"
        ? []
        : [{ start: range.start, end: range.end, newText: edit["newText"] }];
    });
    files.set(path, [...(files.get(path) ?? []), ...found]);
  }
  return [...files].map(([path, edits]) => ({ path, edits }));
};

const pathIn = (uri: unknown, pathOf: PathOf): string | undefined => (typeof uri === "string" ? pathOf(uri) : undefined);

const rangeIn = (value: unknown, path: string): CodeRange | undefined => {
  const range = asRecord(value);
  const [start, end] = [placeIn(range["start"]), placeIn(range["end"])];
  return start === undefined || end === undefined ? undefined : { path, start, end };
};

const placeIn = (value: unknown): CodePlace | undefined => {
  const { line, character } = asRecord(value);
  return isCount(line) && isCount(character) ? { line, character } : undefined;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const list = (value: unknown): readonly UnknownRecord[] => (Array.isArray(value) ? value.map(asRecord) : []);

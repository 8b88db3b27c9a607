import { isMet, type Line, ratio } from "./line.ts";

const HEAD = "| what | ours | bare | ratio | target | |\n|---|---:|---:|---:|---|---|";

/** The lines as a Markdown table. */
export const table = (lines: readonly Line[]): string => [HEAD, ...lines.map(row)].join("\n");

const row = (line: Line): string => {
  const { what, unit, ours, bare, target } = line;
  const times = ratio(line);
  const cells = [
    what,
    `${figure(ours)} ${unit}`,
    bare === undefined ? "" : `${figure(bare)} ${unit}`,
    times === undefined ? "" : `${times.toFixed(2)}x`,
    target === undefined ? "" : target.of === "ratio" ? `${target.atMost}x` : `${target.atMost} ${unit}`,
    { true: "met", false: "missed", undefined: "" }[String(isMet(line))] ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
};

const figure = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, ""));

import { LIMIT_MEANINGS, LIMITS } from "./limits.ts";

/** The table of all limits in Markdown, as it stands in docs/tools.md. */
export const limitsTable = (): string => {
  const rows = Object.entries(LIMITS).flatMap(([tool, limits]) => {
    const meanings: Readonly<Record<string, string>> = LIMIT_MEANINGS[tool as keyof typeof LIMITS];
    return Object.entries(limits).map(([name, value]) => `| \`${tool}\` | ${value.toLocaleString("en")} | ${meanings[name] ?? ""} |`);
  });
  return ["| tool | at most | what |", "| --- | ---: | --- |", ...rows].join("\n");
};

import { basename } from "node:path";
import { EXCEPTIONS } from "./exempt.ts";
import { markdownPassages } from "./markdown.ts";
import type { Passage } from "./passage.ts";
import { NAMES, OPENERS, PHRASES, type Rule } from "./rules.ts";
import { typescriptPassages, wordsOf } from "./typescript.ts";

export interface Finding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly phrase: string;
  readonly write: string;
}

interface Compiled {
  readonly rules: readonly (Rule & { readonly expression: RegExp })[];
  /** Matches where any of the rules does: most passages are tested once. */
  readonly any: RegExp;
}

const compile = (rules: readonly Rule[], before: string, after: string, flags: string): Compiled => {
  const sources = rules.map(({ pattern }) => pattern.replaceAll(" ", "\\s+"));
  return {
    rules: rules.map((rule, index) => ({ ...rule, expression: new RegExp(`${before}(?:${sources[index]})${after}`, flags) })),
    any: new RegExp(`${before}(?:${sources.join("|")})${after}`, flags),
  };
};

const phrases = compile(PHRASES, "(?<![\\w-])", "(?![\\w-])", "gi");
const openers = compile(OPENERS, "", "(?![\\w'])", "iy");
const names = compile(NAMES, "(?<!\\w)", "(?!\\w)", "gi");

const anywhere = new RegExp(
  `${phrases.any.source}|${NAMES.map(({ pattern }) => pattern.replaceAll(/^\^|\$$/g, "\\b").replaceAll(" ", "")).join("|")}`,
  "i",
);
const testOpener = new RegExp(`(?:test|suite|it|describe)\\(\\s*["'\`](?:[^:"'\`]*: )?(?:${openers.any.source})`, "i");

/** Everything in a file that the rules forbid, by line. */
export function findingsIn(path: string, source: string): readonly Finding[] {
  const found: (Finding & { readonly start: number; readonly end: number })[] = [];
  const report = (start: number, phrase: string, { write }: Rule): void => {
    const end = start + phrase.length;
    if (found.some((other) => start < other.end && other.start < end)) return;
    const line = source.slice(0, start).split("\n").length;
    const finding = { path, line, phrase: phrase.replaceAll(/\s+/g, " ").trim(), write };
    if (!isException(finding)) found.push({ ...finding, start, end });
  };
  for (const { kind, text, start, openings } of passagesOf(path, source)) {
    for (const index of openings) {
      for (const rule of openers.rules) {
        rule.expression.lastIndex = index;
        const match = rule.expression.exec(text);
        if (match && !/^[^.!?]*\?/.test(text.slice(index))) report(start + index, match[0], rule);
      }
    }
    const { rules, any } = kind === "name" ? names : phrases;
    any.lastIndex = 0;
    if (!any.test(text)) continue;
    for (const rule of rules) {
      if (rule.only === "prose" && kind !== "comment" && kind !== "prose") continue;
      for (const match of text.matchAll(rule.expression)) report(kind === "name" ? start : start + match.index, match[0], rule);
    }
  }
  return found.toSorted((a, b) => a.start - b.start).map(({ path: where, line, phrase, write }) => ({ path: where, line, phrase, write }));
}

function passagesOf(path: string, source: string): readonly Passage[] {
  if (path.endsWith(".md")) return markdownPassages(source);
  const fileName: Passage = { kind: "name", text: wordsOf(basename(path)), start: 0, openings: [] };
  const onlyComments = !anywhere.test(source) && !testOpener.test(source);
  return [fileName, ...typescriptPassages(path, source, onlyComments ? "comments" : undefined)];
}

const isException = ({ path, phrase }: Finding): boolean =>
  EXCEPTIONS.some((exception) => exception.path === path && exception.phrase === phrase);

export const formatFinding = ({ path, line, phrase, write }: Finding): string => `${path}:${line}: "${phrase}": write ${write}`;

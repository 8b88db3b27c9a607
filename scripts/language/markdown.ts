import { blank, type Passage, skipSpace } from "./passage.ts";

const CODE =
  /^ *(```+|~~~+)[^\n]*\n[\s\S]*?^ *\1[^\n]*$|``[\s\S]*?``|`[^`]*`|<!--[\s\S]*?-->|<[^>\n]+>|\[[^\]]*\]\([^)]*\.test\.ts\)|\]\([^)]*\)|^\[[^\]]+\]:.*$|https?:\S+/gm;

/** The paragraphs, items and table rows of a Markdown file, without code, addresses and quoted names of tests. */
export function markdownPassages(source: string): readonly Passage[] {
  const text = blank(source, CODE);
  return [...text.matchAll(/^(?:[^\n]*\S[^\n]*\n?)+?(?=[^\S\n]*$|^ *(?:[-*+]|\d+\.) |^ *[|#]|$(?![\s\S]))/gm)].map(
    ({ 0: block, index }) => {
      const marker = /^\s*(?:> ?)*(?:[-*+] |\d+\. )?(?:\[[ x]\] )?/.exec(block)?.[0].length ?? 0;
      const isOpening = !/^\s*[|#]/.test(block) && source.slice(index + marker, index + marker + 1) !== "`";
      return { kind: "prose", text: block, start: index, openings: isOpening ? [skipSpace(block, marker)] : [] };
    },
  );
}

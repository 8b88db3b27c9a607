import { dollars } from "../../model/index.ts";
import { moment } from "../block-text.ts";
import { type Outline, outlineOf, type Segment } from "../outline.ts";
import { sectionsOf } from "../sections.ts";
import type { SessionSource } from "../source.ts";
import { sectionHtml } from "./section-html.ts";
import { escapeHtml } from "./escape.ts";
import { SCRIPT, SCRIPT_SHA256 } from "./script.ts";
import { STYLE } from "./style.ts";

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_SHA256}'; img-src data:`;

/** See `exportHtml`. */
export async function* htmlOf(source: SessionSource): AsyncGenerator<string> {
  const outline = await outlineOf(source);
  yield head(source, outline);
  if (outline.segments.length > 1) yield tree(outline.segments);
  yield "<main>\n";
  let open: Segment | undefined;
  for await (const { segment, blocks } of sectionsOf(outline)) {
    if (segment !== open) {
      if (open !== undefined) yield close(open);
      yield begin(segment);
      open = segment;
    }
    yield sectionHtml(blocks);
  }
  if (open !== undefined) yield close(open);
  yield `</main>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

const head = ({ header }: SessionSource, outline: Outline): string => {
  const title = escapeHtml(outline.title ?? `Session ${header.id}`);
  const { models, messages, cost } = outline;
  const facts: readonly (readonly [string, string])[] = [
    ["Session", header.id],
    ["Folder", outline.cwd],
    ["Begun", `${moment(header.at)} UTC`],
    ["Models", models.join(", ")],
    ["Messages", `${messages}${cost > 0 ? `, about ${dollars(cost)}` : ""}`],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>
`;
};

/** Maximum depth shown. */
const MAX_DEPTH = 12;

const tree = (segments: readonly Segment[]): string => {
  const row = ({ number, depth, active, words }: Segment): string =>
    `<li style="--depth:${Math.min(depth, MAX_DEPTH)}"${active ? ' class="active"' : ""}><a href="#part-${number}">${escapeHtml(words === "" ? `Part ${number + 1}` : words)}</a> <a href="#part-${number}" data-only="${number}">alone</a></li>`;
  return `<nav aria-label="Branches"><p>The tree of this session; what leads to where it stands is bold. <a href="#" data-only="">Show all</a></p><ol>${treeOrder(segments).map(row).join("\n")}</ol></nav>\n`;
};

/** Sorts each segment after its parent. */
const treeOrder = (segments: readonly Segment[]): readonly Segment[] => {
  const below = Map.groupBy(segments, ({ parent }) => parent);
  const order: Segment[] = [];
  const waiting = (below.get(undefined) ?? []).toReversed();
  for (let segment = waiting.pop(); segment !== undefined; segment = waiting.pop()) {
    order.push(segment);
    waiting.push(...(below.get(segment.number) ?? []).toReversed());
  }
  return order;
};

const begin = (segment: Segment): string => {
  const { number, parent, active, words } = segment;
  const from =
    parent === undefined || parent === number - 1
      ? ""
      : `<p class="from">Continues from <a href="#part-${parent}">part ${parent + 1}</a>.</p>`;
  const place = `data-part="${number}" data-parent="${parent ?? ""}"`;
  if (active) return `<section id="part-${number}" ${place}>${from}\n`;
  // A link to a target inside a fold opens it, even without the script.
  return `<section ${place} class="branch"><details class="fold"><summary>Branch: ${escapeHtml(words)}</summary><div id="part-${number}">${from}</div>\n`;
};

const close = ({ active }: Segment): string => (active ? "</section>\n" : "</details></section>\n");

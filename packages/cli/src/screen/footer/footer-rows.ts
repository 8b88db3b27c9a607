import { visibleWidth } from "@earendil-works/pi-tui";
import { dollars } from "coxswain/providers";
import type { FooterSegment } from "coxswain/settings";
import { basename } from "node:path";
import { escapeLine } from "../../output/index.ts";
import { fit } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import type { FooterFacts, SandboxLevel } from "./footer-facts.ts";

/** The parts of the footer without the setting `footer`. */
export const DEFAULT_SEGMENTS: readonly FooterSegment[] = ["model", "mode", "sandbox", "context", "cache", "cost", "budget", "branch"];

/** The most important first: a narrow terminal omits the last ones. */
const IMPORTANCE: readonly FooterSegment[] = [
  "mode",
  "model",
  "context",
  "cost",
  "branch",
  "sandbox",
  "budget",
  "cache",
  "thinking",
  "title",
  "folder",
];

const SEPARATOR = " · ";

export interface FooterSize {
  /** Columns of a row. */
  readonly width: number;
  /** Most rows. */
  readonly most: number;
}

/** Renders facts to rows. Omits unknown parts, and the least important ones if not all of them fit. */
export const footerRows = (
  facts: FooterFacts,
  segments: readonly FooterSegment[],
  { width, most }: FooterSize,
  theme: Theme,
): readonly string[] => {
  const parts = [...new Set(segments)].flatMap((name) => {
    const part = SEGMENTS[name](facts);
    return part === undefined ? [] : [{ name, text: escapeLine(part.text), isWarning: part.isWarning === true }];
  });
  const byImportance = parts.toSorted((a, b) => IMPORTANCE.indexOf(a.name) - IMPORTANCE.indexOf(b.name));
  for (let count = parts.length; count > 0; count--) {
    const shown = new Set(byImportance.slice(0, count));
    const rows = inRows(
      parts.filter((part) => shown.has(part)),
      width,
    );
    if (rows.length > most && count > 1) continue;
    const style = ({ text, isWarning }: Part): string => (isWarning ? theme.warning(text) : theme.dim(text));
    return rows.slice(0, most).map((row) => fit(row.map(style).join(theme.dim(SEPARATOR)), width));
  }
  return [];
};

interface Part {
  readonly name: FooterSegment;
  readonly text: string;
  readonly isWarning: boolean;
}

/** Distributes parts to rows, in their order. A part that is wider than a row has its own. */
const inRows = (parts: readonly Part[], width: number): readonly (readonly Part[])[] => {
  const rows: Part[][] = [];
  let left = 0;
  for (const part of parts) {
    const needed = SEPARATOR.length + visibleWidth(part.text);
    const row = rows.at(-1);
    if (row !== undefined && needed <= left) {
      row.push(part);
      left -= needed;
    } else {
      rows.push([part]);
      left = width - needed + SEPARATOR.length;
    }
  }
  return rows;
};

interface SegmentText {
  readonly text: string;
  readonly isWarning?: boolean;
}

/** Percent of the context window from which on it is a warning. */
const FULL = 80;

const SEGMENTS: Readonly<Record<FooterSegment, (facts: FooterFacts) => SegmentText | undefined>> = {
  model: ({ model }) => ({ text: model }),
  thinking: ({ thinking }) => ({ text: `thinking ${thinking}` }),
  mode: ({ mode }) => (mode === undefined ? undefined : { text: mode, isWarning: mode === "yolo" }),
  sandbox: ({ place: { sandbox } }) => (sandbox === undefined ? undefined : SANDBOX[sandbox]),
  context: ({ context }) =>
    context?.window === undefined ? undefined : { text: `${context.percent} % context`, isWarning: context.percent >= FULL },
  cache: ({ cache }) => (cache === undefined ? undefined : { text: `${Math.round(cache * 100)} % cached` }),
  cost: ({ cost }) => (cost === 0 ? undefined : { text: dollars(cost) }),
  budget: ({ runCost = 0, place: { budget } }) =>
    budget === undefined
      ? undefined
      : // A run without a cost may be one without prices.
        { text: `${runCost === 0 ? "at most" : `${dollars(runCost)} of`} ${dollars(budget)} a run`, isWarning: runCost >= budget * 0.8 },
  branch: ({ place: { branch } }) => (branch === undefined ? undefined : { text: branch }),
  folder: ({ folder }) => ({ text: basename(folder) || folder }),
  title: ({ title }) => (title === undefined ? undefined : { text: title }),
};

const SANDBOX: Readonly<Record<SandboxLevel, SegmentText>> = {
  auto: { text: "sandbox auto" },
  required: { text: "sandbox required" },
  on: { text: "sandbox on" },
  off: { text: "sandbox off", isWarning: true },
  none: { text: "no sandbox", isWarning: true },
};

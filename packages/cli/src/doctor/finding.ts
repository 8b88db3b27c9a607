import { escapeLine } from "../output/index.ts";

/** Result of one check. `missing`: optional. `wrong`: something will not work. */
export interface Finding {
  readonly state: "good" | "missing" | "wrong";
  readonly about: string;
  readonly detail: string;
}

export const ok = (about: string, detail: string): Finding => ({ state: "good", about, detail });
export const missing = (about: string, detail: string): Finding => ({ state: "missing", about, detail });
export const broken = (about: string, detail: string): Finding => ({ state: "wrong", about, detail });

const MARKS = { good: "ok", missing: "--", wrong: "!!" } as const;
const ABOUT = 14;

export const findingLine = ({ state, about, detail }: Finding): string => `${MARKS[state]}  ${about.padEnd(ABOUT)}  ${escapeLine(detail)}`;

import { escapeLine, wrapLine } from "../output/index.ts";

/** Result of one check. `missing`: optional. `wrong`: something will not work. */
export interface Finding {
  readonly state: "good" | "missing" | "wrong";
  readonly topic: string;
  readonly detail: string;
}

export const ok = (about: string, detail: string): Finding => ({ state: "good", topic: about, detail });
export const missing = (about: string, detail: string): Finding => ({ state: "missing", topic: about, detail });
export const broken = (about: string, detail: string): Finding => ({ state: "wrong", topic: about, detail });

const MARKS = { good: "ok", missing: "--", wrong: "!!" } as const;
const TOPIC_WIDTH = 14;

/** The rows of a finding. Its detail continues in its own column, unless that is narrow. */
export const findingLines = ({ state, topic, detail }: Finding, columns: number): readonly string[] => {
  const indent = " ".repeat(columns < LEAST_COLUMNS ? 4 : 4 + TOPIC_WIDTH + 2);
  return wrapLine(`${MARKS[state]}  ${topic.padEnd(TOPIC_WIDTH)}  ${escapeLine(detail)}`, columns, indent);
};

/** Columns of a terminal that has room for a column of details. */
const LEAST_COLUMNS = 50;

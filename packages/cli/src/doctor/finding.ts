import { escapeLine } from "../output/index.ts";

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

export const findingLine = ({ state, topic, detail }: Finding): string =>
  `${MARKS[state]}  ${topic.padEnd(TOPIC_WIDTH)}  ${escapeLine(detail)}`;

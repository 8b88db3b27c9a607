import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Entry } from "../log/index.ts";
import { defineTool, standardSchema, textResult, ToolError } from "../loop/index.ts";
import { RECALL } from "../context/index.ts";
import { recall, type RecallQuery } from "./recall.ts";

/** Source of the tool's messages. */
export interface RecallSource {
  /** The active path, at least since the last reset. */
  readonly path: () => Promise<readonly Entry[]>;
}

const DESCRIPTION = `Reads messages of this conversation again that were taken out of your sight and summarised. A summary points to them as [messages A-B]: \
give those numbers as from and to. Or give a text as search, to find which messages say it.`;

const NUMBER = { type: "integer", minimum: 1 } as const;

/** Reads messages that a compaction covers. For sessions that have been compacted. */
export const recallTool = ({ path }: RecallSource) =>
  defineTool<RecallQuery>({
    name: RECALL,
    description: DESCRIPTION,
    inputSchema: standardSchema(validate, {
      type: "object",
      properties: {
        from: { ...NUMBER, description: "The number of the first message." },
        to: { ...NUMBER, description: "The number of the last message. Default: only the first one is read." },
        search: { type: "string", description: "A text to look for, in capitals or not." },
        offset: { type: "integer", minimum: 0, description: "How many characters of the first message to pass over. Default: 0." },
      },
      additionalProperties: false,
    }),
    effect: "read",
    parallel: true,
    replay: "safe",
    async execute(query) {
      if (query.from === undefined && (query.search ?? "").trim() === "") {
        throw new ToolError("Say what to read: from and to, as a summary points to it, or a text to search for.");
      }
      return textResult(recall(await path(), query));
    },
  });

const validate = (value: unknown): StandardSchemaV1.Result<RecallQuery> => {
  const { from, to, search, offset } = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const numbers = { from: numberOf(from), to: numberOf(to), offset: numberOf(offset) };
  const issues = Object.entries(numbers).flatMap(([name, number]) =>
    Number.isNaN(number) ? [{ message: "must be a whole number", path: [name] }] : [],
  );
  if (typeof search !== "string" && search !== undefined && search !== null) issues.push({ message: "must be a string", path: ["search"] });
  return issues.length > 0 ? { issues } : { value: { ...numbers, search: typeof search === "string" ? search : undefined } };
};

/** Accepts a number in quotes, as models write it. Returns NaN for an invalid value. */
const numberOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : Number.NaN;
};

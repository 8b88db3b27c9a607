import { FailedAnswer } from "../errors/index.ts";
import { asRecord } from "../../base/index.ts";

/** Converts an OpenAI stream error, which has no status, to a `FailedAnswer` with the status of its code or type. */
export const openAIFault = (body: unknown): FailedAnswer => {
  const { code, type } = asRecord(body);
  const named = Number(code);
  const name = `${String(code)} ${String(type)}`.toLowerCase();
  const status = named >= 400 && named < 600 ? named : STATUSES.find(([words]) => words.test(name))?.[1];
  return new FailedAnswer(status ?? 500, JSON.stringify(body));
};

const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/insufficient_quota|rate_limit/, 429],
  [/authentication/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/invalid|bad_request|context_length/, 400],
  [/overload/, 503],
  [/timeout/, 504],
];

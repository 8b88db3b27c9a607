import { asRecord } from "../base/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import type { ToolMessage } from "../model/index.ts";
import type { CallBlock, CallState } from "./block.ts";
import { answersIn } from "./decision-lines.ts";
import { imagesIn } from "./message-blocks.ts";

/** Returns a call with its result. */
export const withResult = (call: CallBlock, message: ToolMessage, { id, at }: MessageEntry): CallBlock => {
  const { diff, omittedLines } = asRecord(message.details);
  const exitCode = exitCodeOf(message.details);
  const answers = answersIn(message.name, message.details);
  return {
    ...withoutQuestion(call),
    settled: true,
    tool: message.name,
    state: stateOf(message),
    result: id,
    endedAt: at,
    output: message.content.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n"),
    images: imagesIn(message.content),
    ...(typeof diff === "string" && diff !== "" ? { diff } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(typeof omittedLines === "number" ? { omittedLines } : {}),
    ...(answers === undefined ? {} : { answers }),
  };
};

/** Returns a call whose permission question, if any, is answered. */
export const withoutQuestion = (call: CallBlock): CallBlock => {
  if (call.question === undefined) return call;
  const { question: _, ...rest } = call;
  return rest;
};

const stateOf = ({ isError, reason }: ToolMessage): CallState => reason ?? (isError ? "failed" : "done");

/** Details come from any tool: only those of a command have an end. */
const exitCodeOf = (details: unknown): number | null | undefined => {
  const { kind, code } = asRecord(asRecord(details)["end"]);
  if (kind === "exit") return typeof code === "number" ? code : undefined;
  return typeof kind === "string" ? null : undefined;
};

/** Returns a call that runs. */
export const started = (call: CallBlock, at: number): CallBlock => ({
  ...withoutQuestion(call),
  state: "running",
  startedAt: call.startedAt ?? at,
});

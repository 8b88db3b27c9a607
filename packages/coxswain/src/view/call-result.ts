import { asRecord } from "../base/index.ts";
import { textOf, type ToolMessage } from "../model/index.ts";
import type { CallBlock, CallState } from "./block.ts";
import { imagesIn } from "./message-blocks.ts";

/** Returns a call with its result. */
export const withResult = (call: CallBlock, message: ToolMessage, endedAt: number): CallBlock => {
  const { question: _, ...rest } = call;
  const { diff } = asRecord(message.details);
  const exitCode = exitCodeOf(message.details);
  return {
    ...rest,
    settled: true,
    tool: message.name,
    state: stateOf(message),
    endedAt,
    output: textOf(message),
    images: imagesIn(message.content),
    ...(typeof diff === "string" && diff !== "" ? { diff } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
};

const stateOf = ({ isError, reason }: ToolMessage): CallState => reason ?? (isError ? "failed" : "done");

/** Details come from any tool: only those of a command have an end. */
const exitCodeOf = (details: unknown): number | null | undefined => {
  const { kind, code } = asRecord(asRecord(details)["end"]);
  if (kind === "exit") return typeof code === "number" ? code : undefined;
  return typeof kind === "string" ? null : undefined;
};

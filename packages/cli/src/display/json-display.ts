import { jsonLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { resultObject } from "../stream-json/index.ts";
import type { Display, ShownSession } from "../prompt/index.ts";

/** Prints one JSON object when the run has ended. */
export const jsonDisplay = ({ stdout, stderr }: Pick<ProcessContext, "stdout" | "stderr">, now: () => number): Display => {
  const startedAt = now();
  let session: ShownSession | undefined;
  return {
    start(started) {
      session = started;
    },
    event() {},
    end(result, report) {
      stdout.write(jsonLine(resultObject(result, report, { sessionId: session?.id ?? "", duration: now() - startedAt })));
      if (result.line !== undefined) stderr.message(result.line);
    },
  };
};

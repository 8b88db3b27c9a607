import type { Log } from "../../log/index.ts";
import type { ModelInfo } from "../../model/index.ts";
import type { ContextReport } from "./context-report.ts";
import type { InspectHost } from "./next-request.ts";

/** `log` is written to: give it a copy. `keptMs`: how long the provider keeps what it has read. Default: five minutes. */
export const contextReport = async (log: Log, host: InspectHost, info: ModelInfo, keptMs?: number): Promise<ContextReport> => {
  // Loaded where it is used: a run needs nothing of it.
  const { reportOf } = await import("./report-of.ts");
  return reportOf(log, host, info, keptMs);
};

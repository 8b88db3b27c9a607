import type { ContextReport } from "./build-report.ts";
import type { Log } from "../../log/index.ts";
import type { ModelInfo } from "../../model/index.ts";
import type { InspectHost } from "./next-request.ts";

/** `log` is written to: give it a copy. `keptMs`: how long the provider keeps what it has read. Default: five minutes. */
export const contextReport = async (log: Log, host: InspectHost, info: ModelInfo, keptMs?: number): Promise<ContextReport> => {
  // Loaded where it is used: a run needs nothing of it.
  const { reportOf } = await import("./build-report.ts");
  return reportOf(log, host, info, keptMs);
};

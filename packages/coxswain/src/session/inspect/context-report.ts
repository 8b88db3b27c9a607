import type { ContextReport } from "./build-report.ts";
import type { Log } from "../../log/index.ts";
import type { ModelInfo } from "../../model/index.ts";
import type { InspectHost } from "./next-request.ts";

/** Writes to `log`: pass a copy. `cacheMs` is the lifetime of the provider's cache. Default: five minutes. */
export const contextReport = async (log: Log, host: InspectHost, info: ModelInfo, cacheMs?: number): Promise<ContextReport> => {
  // Loaded on demand: runs do not need it.
  const { reportOf } = await import("./build-report.ts");
  return reportOf(log, host, info, cacheMs);
};

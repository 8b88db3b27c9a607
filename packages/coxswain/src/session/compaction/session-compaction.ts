import { projection, toolSpecs } from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import type { Model } from "../../model/index.ts";
import type { SessionJournal } from "../events/index.ts";
import type { SessionHooks } from "../hooks/index.ts";
import { retrying } from "../recovery/index.ts";
import type { RunHost } from "../run-host.ts";
import type { SideModels } from "../side-models.ts";
import { branchState } from "../state/index.ts";
import type { ToolSet } from "../tool-set.ts";
import { branchSummary } from "./branch-summary.ts";
import type { Carrier } from "./carriers.ts";
import { compact, type CompactParts } from "./compact.ts";
import type { NextRequest } from "./compaction-order.ts";
import { Compaction, type CompactionParts } from "./compaction.ts";
import { keptSystem } from "./kept-system.ts";

export interface SessionCompactionParts extends Pick<CompactionParts, "between" | "isInsideRun"> {
  readonly log: Log;
  readonly host: Pick<RunHost, "clock" | "now">;
  readonly journal: SessionJournal;
  readonly side: SideModels;
  readonly tools: ToolSet;
  readonly hooks: SessionHooks | undefined;
  readonly carriers: () => readonly Carrier[];
}

/** The compaction of a session: of its log, by its models. */
export const sessionCompaction = (parts: SessionCompactionParts): Compaction => {
  const { log, host, journal, side, tools, hooks, carriers, between, isInsideRun } = parts;
  const patient = (model: Model): Model => {
    const { setup } = log.view(branchState);
    return retrying(model, { options: setup?.retry, host, journal });
  };
  const compactParts: CompactParts = { log, journal, side, patient, hooks, carriers };
  const idle = async (): Promise<NextRequest> => {
    const { info } = await side.main();
    const { setup } = log.view(branchState);
    const system = keptSystem(log);
    const specs = toolSpecs()(tools.list());
    const project = projection();
    return {
      model: info,
      sent: () => ({ system, messages: project(log.path, { model: info, reasoning: setup?.reasoning }), tools: specs }),
    };
  };
  return new Compaction({
    log,
    journal,
    between,
    isInsideRun,
    idle,
    compact: (order, signal) => compact(compactParts, order, signal),
    branch: (leaving, signal) => branchSummary(compactParts, leaving, signal),
  });
};

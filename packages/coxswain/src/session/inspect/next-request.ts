import { isContinueNote, type StoredSection, projection, type Projection, type ProjectionRequest, toolSpecs } from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import { interruptedRun } from "../../loop/index.ts";
import type { ModelInfo, ModelRequest } from "../../model/index.ts";
import { assembleRequest } from "../assemble-request.ts";
import { branchState, EventStream, SessionJournal } from "../../journal/index.ts";
import { sessionInstructions } from "../instruction-files/index.ts";
import { SessionResources } from "../resources/index.ts";
import type { RunHost } from "../run-host.ts";
import { sessionTools } from "../tool-set.ts";
import { deferredServers, sessionPrompt } from "../system-prompt/index.ts";
import { inspectionTools } from "../../background/index.ts";

/** The properties of a session's host that determine its requests. */
export type InspectHost = Pick<RunHost, "workspace" | "tools" | "mcp" | "instructionFiles" | "resources" | "tasks" | "now">;

export interface NextRequest {
  readonly request: Omit<ModelRequest, "signal">;
  readonly sections: readonly StoredSection[];
  /** The projection that made the request's messages. */
  readonly project: Projection;
  readonly reasoning: ProjectionRequest["reasoning"];
}

/**
 * Returns the request that a session would send now, without the user's next message, made by the parts of a run. Writes to the
 * log what a run would write: pass a copy.
 */
export const nextRequest = async (log: Log, host: InspectHost, info: ModelInfo): Promise<NextRequest> => {
  const unread = new EventStream();
  const journal = new SessionJournal(log, { session: unread, runtime: unread, run: () => undefined }, host.now, "off");
  const resources = new SessionResources(host.resources, host.workspace);
  const ofTasks = host.tasks && inspectionTools(host.resources?.agents ?? []);
  host.mcp?.begin({ id: "", contextWindow: info.contextWindow, deferred: deferredServers(log) });
  const tools = sessionTools({ log, resources, ofTasks, mcp: host.mcp, tools: () => host.tools });
  const instructions = sessionInstructions(host, (message) => journal.emit({ type: "warning", message }));
  const prompt = sessionPrompt({ log, journal, workspace: host.workspace, instructions, resources, tools, mcp: host.mcp });
  const sections = await prompt.ofRun().sections();
  const { setup } = log.view(branchState);
  const reasoning = setup?.reasoning;
  const project = projection();
  const projected = project(log.path, { model: info, runId: interruptedRun(log.path.entries)?.run, reasoning });
  // The user's message comes next, in place of the note that stands in for it.
  const messages = isContinueNote(projected.at(-1)) ? projected.slice(0, -1) : projected;
  const request = assembleRequest({ log, options: {}, info, sections, messages, tools: toolSpecs()(tools.list()) });
  return { request, sections, project, reasoning };
};

import { isGoingOn, type StoredSection, projection, type Projection, type ProjectionRequest, toolSpecs } from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import { interruptedRun } from "../../loop/index.ts";
import type { ModelInfo, ModelRequest } from "../../model/index.ts";
import { assembleRequest } from "../assemble-request.ts";
import { branchState, EventStream, SessionJournal } from "../../journal/index.ts";
import { sessionInstructions } from "../instruction-files/index.ts";
import { SessionResources } from "../resources/index.ts";
import type { RunHost } from "../run-host.ts";
import { sessionTools } from "../tool-set.ts";
import { sessionPrompt } from "../system-prompt/index.ts";
import { inspectionTools } from "../../background/index.ts";

/** What of a session's host decides what its model is sent. */
export type InspectHost = Pick<RunHost, "workspace" | "tools" | "instructionFiles" | "resources" | "tasks" | "now">;

export interface NextRequest {
  readonly request: Omit<ModelRequest, "signal">;
  readonly sections: readonly StoredSection[];
  /** Has projected the request's messages, and knows their objects. */
  readonly project: Projection;
  readonly reasoning: ProjectionRequest["reasoning"];
}

/**
 * What a session would send if it went on now, without what the person says then: by the parts that a run goes by. What a run
 * would write of it is written to the log: give it a copy.
 */
export const nextRequest = async (log: Log, host: InspectHost, info: ModelInfo): Promise<NextRequest> => {
  const unread = new EventStream();
  const journal = new SessionJournal(log, { session: unread, runtime: unread, run: () => undefined }, host.now, "off");
  const resources = new SessionResources(host.resources, host.workspace);
  const ofTasks = host.tasks && inspectionTools(host.resources?.agents ?? []);
  const tools = sessionTools(log, resources, ofTasks, () => host.tools);
  const instructions = sessionInstructions(host, (message) => journal.emit({ type: "warning", message }));
  const prompt = sessionPrompt({ log, journal, workspace: host.workspace, instructions, skills: () => resources.catalogue(tools.names()) });
  const sections = await prompt.ofRun().sections();
  const { setup } = log.view(branchState);
  const reasoning = setup?.reasoning;
  const project = projection();
  const told = project(log.path, { model: info, runId: interruptedRun(log.path)?.run, reasoning });
  // The person speaks next, and not the note that stands in for them.
  const messages = isGoingOn(told.at(-1)) ? told.slice(0, -1) : told;
  const request = assembleRequest({ log, options: {}, info, sections, messages, tools: toolSpecs()(tools.list()) });
  return { request, sections, project, reasoning };
};

import {
  hashedTools,
  lintPrefix,
  type PrefixBreak,
  type PromptPrefix,
  type Projection,
  type ProjectionRequest,
  toolsSentState,
} from "../../context/index.ts";
import { entryList, type Log } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ModelInfo } from "../../model/index.ts";
import { lastResponse } from "./responses.ts";

/** Returns the first part of the next request that differs from the last answered one; undefined if none differs, or there was none. */
export const breakSinceLast = (
  log: Log,
  next: PromptPrefix,
  {
    project,
    info,
    reasoning,
  }: { readonly project: Projection; readonly info: ModelInfo; readonly reasoning: ProjectionRequest["reasoning"] },
): PrefixBreak | undefined => {
  const last = lastResponse(log.path.entries);
  if (last === undefined) return undefined;
  const sent = log.view(toolsSentState);
  const now = hashedTools(next.tools);
  const other = next.tools.findIndex(({ name }) => sent !== null && sent[name] !== now[name]);
  const tool = next.tools[other];
  if (tool !== undefined) return { segment: { part: "tools", at: other, name: tool.name }, change: "changed" };
  const gone = Object.keys(sent ?? {}).find((name) => now[name] === undefined);
  if (gone !== undefined) return { segment: { part: "tools", at: 0, name: gone }, change: "removed" };
  const before = log.path.entries.slice(0, log.path.entries.indexOf(last));
  const asked: ProjectionRequest = { model: info, reasoning, ...(isMessage(last) ? { runId: last.run } : {}) };
  return lintPrefix({ ...next, messages: project(entryList(before), asked) }, next);
};

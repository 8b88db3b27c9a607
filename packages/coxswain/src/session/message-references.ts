import type { Outcome, Queued } from "../loop/index.ts";
import type { McpOffer } from "../mcp/index.ts";
import { refuseRun, type RefusingParts, type RunBegun } from "./hooks/index.ts";
import type { LiveRun } from "./runs/index.ts";

type Go = (live: LiveRun, begun?: RunBegun) => Promise<Outcome>;

type Expander = Pick<McpOffer, "expand">;

type ExpandArrivals = (messages: readonly Queued[], signal: AbortSignal) => Promise<readonly Queued[]>;

/**
 * Wraps runs: before one begins, the prompts and resources of MCP servers that the user's messages name are expanded.
 * If one is not available, the run fails and sends nothing.
 */
export const expandingReferences = (mcp: Expander | undefined, parts: RefusingParts, go: Go): Go => {
  if (mcp === undefined) return go;
  return async (live, begun = {}) => {
    if (live.resumes) return go(live, begun);
    const { messages = live.messages } = begun;
    const expanded = await expandAll(messages, mcp, live.signal);
    if ("messages" in expanded) return go(live, { ...begun, messages: expanded.messages });
    return live.signal.aborted ? go(live, begun) : refuseRun(parts, live, expanded.error);
  };
};

/**
 * Expands the messages that arrive during a run. One whose prompt or resource is not available is sent as typed, with a
 * warning: it does not end the run.
 */
export const expandingArrivals = (mcp: Expander | undefined, warn: (warning: string) => void): ExpandArrivals | undefined => {
  if (mcp === undefined) return undefined;
  const expandOne = async (queued: Queued, signal: AbortSignal): Promise<Queued> => {
    const expanded = await expandAll([queued], mcp, signal);
    if ("messages" in expanded) return expanded.messages[0] ?? queued;
    if (!signal.aborted) warn(`${expanded.error.message}. The message was sent unexpanded.`);
    return queued;
  };
  return (messages, signal) => Promise.all(messages.map((queued) => expandOne(queued, signal)));
};

const expandAll = async (
  messages: readonly Queued[],
  mcp: Expander,
  signal: AbortSignal,
): Promise<{ readonly messages: readonly Queued[] } | { readonly error: Error }> => {
  try {
    return { messages: await Promise.all(messages.map((queued) => expanded(queued, mcp, signal))) };
  } catch (error) {
    if (error instanceof Error) return { error };
    throw error;
  }
};

const expanded = async (queued: Queued, mcp: Expander, signal: AbortSignal): Promise<Queued> => {
  const { message } = queued;
  const { content, source = "user", typed } = message;
  const at = content.findIndex(({ type }) => type === "text");
  const part = content[at];
  if (queued.expand === false || source !== "user" || typed !== undefined || part?.type !== "text") return queued;
  const parts = await mcp.expand(part.text, signal);
  if (parts === undefined) return queued;
  const [first] = parts;
  const isReplaced = first?.type !== "text" || first.text !== part.text;
  return {
    ...queued,
    message: { ...message, content: content.toSpliced(at, 1, ...parts), ...(isReplaced ? { typed: part.text } : {}) },
  };
};

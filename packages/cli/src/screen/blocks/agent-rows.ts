import { dollars } from "coxswain/providers";
import type { AgentActivity, Block } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import type { BlockOptions } from "./block-options.ts";
import { callSubject } from "./call-subject.ts";
import { formatDuration, formatTokens } from "./figures.ts";
import { fit } from "./rows.ts";

/** Sub-agents below sub-agents are shown to this depth. */
const DEPTH = 4;

/** Renders sub-agents as branches, with their own sub-agents. */
export const agentRows = (agents: readonly AgentActivity[], options: BlockOptions): readonly string[] =>
  branches(agents, "  ", DEPTH, options);

const branches = (agents: readonly AgentActivity[], indent: string, depth: number, options: BlockOptions): readonly string[] =>
  agents.flatMap((agent, at) => {
    const isLast = at === agents.length - 1;
    const below = agent.endedAt === undefined && agent.last?.kind === "call" && depth > 1 ? agent.last.agents : [];
    return [
      fit(`${indent}${options.theme.dim(isLast ? "└" : "├")} ${agentRow(agent, options)}`, options.width),
      ...branches(below, `${indent}${isLast ? "  " : options.theme.dim("│ ")}`, depth - 1, options),
    ];
  });

const agentRow = (
  { name, agent, calls, last, startedAt, endedAt, usage, cost, outcome }: AgentActivity,
  { theme, now }: BlockOptions,
): string => {
  const isDone = outcome === undefined || outcome === "done";
  const mark = endedAt === undefined ? theme.dim("●") : isDone ? theme.success("✓") : theme.error("✗");
  const figures = [
    calls === 1 ? "1 call" : `${calls} calls`,
    formatDuration((endedAt ?? now) - startedAt),
    ...(usage === undefined ? [] : [`${formatTokens(usage.input + usage.cacheRead + usage.cacheWrite + usage.output)} tokens`]),
    ...(cost === undefined || cost === 0 ? [] : [dollars(cost)]),
    ...(isDone ? [] : [outcome]),
  ].join(", ");
  const doing = endedAt === undefined && last !== undefined ? currentStep(last) : "";
  return `${mark} ${escapeLine(name ?? agent)}  ${theme.dim(figures)}${doing === "" ? "" : `  ${doing}`}`;
};

/** Characters at the end of an answer that are read for its last line. */
const STEP = 1000;

/** Describes the current step of a conversation by its last block, in one line. */
export const currentStep = (block: Block): string => {
  switch (block.kind) {
    case "call":
      return escapeLine(`${block.tool} ${callSubject(block)}`);
    case "text":
      return escapeLine(block.text.slice(-STEP).toWellFormed().trimEnd().split("\n").at(-1) ?? "");
    case "reasoning":
      return "Thinking";
    default:
      return "";
  }
};

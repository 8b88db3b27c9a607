import { addUsage, type Event, NO_USAGE, textOf, type ToolCallPart, type Usage } from "coxswain";

/** What came of a run so far. */
export interface Report {
  readonly turns: number;
  /** Of the last message of the model that had any. */
  readonly text: string;
  /** Of all agents. */
  readonly usage: Usage;
  /** By the model's reference. */
  readonly models: Readonly<Record<string, ModelReport>>;
  /** USD, best effort. */
  readonly cost: number;
  /** Calls that were not allowed. */
  readonly denied: readonly ToolCallPart[];
  /** Names of tools that could be allowed: nobody was there to be asked. */
  readonly unasked: ReadonlySet<string>;
}

export interface ModelReport {
  readonly usage: Usage;
  readonly cost: number;
}

export const NOTHING: Report = { turns: 0, text: "", usage: NO_USAGE, models: {}, cost: 0, denied: [], unasked: new Set() };

export const withEvent = (report: Report, event: Event): Report => {
  const own = event.agent.depth === 0;
  switch (event.type) {
    case "turn_start":
      return own ? { ...report, turns: report.turns + 1 } : report;
    case "message_end": {
      const { message } = event;
      if (message.role !== "assistant") return report;
      const { model, usage, cost = 0 } = message;
      const before = report.models[model] ?? { usage: NO_USAGE, cost: 0 };
      const models = { ...report.models, [model]: { usage: addUsage(before.usage, usage), cost: before.cost + cost } };
      const text = own ? textOf(message) || report.text : report.text;
      return { ...report, text, models, usage: addUsage(report.usage, usage), cost: report.cost + cost };
    }
    case "permission_ask":
      return { ...report, unasked: new Set([...report.unasked, ...event.requests.map(({ tool }) => tool)]) };
    case "tool_end":
      return event.result.reason === "denied" ? { ...report, denied: [...report.denied, event.call] } : report;
    default:
      return report;
  }
};

export type { Activity } from "./activity.ts";
export type {
  AgentActivity,
  Block,
  CallAnswer,
  CallBlock,
  CallQuestion,
  CallState,
  CustomBlock,
  NoticeBlock,
  ProviderBlock,
  ReasoningBlock,
  RunBlock,
  ShellBlock,
  SummaryBlock,
  TextBlock,
  TodosBlock,
  UserBlock,
} from "./block.ts";
export type { DescribeEntry } from "./custom-block.ts";
export type { RunTotals } from "./run-totals.ts";
export { SessionView } from "./session-view.ts";
export type { SessionViewOptions, ViewStatus } from "./session-view.ts";

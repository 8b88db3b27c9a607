export type { Activity } from "./activity.ts";
export type {
  AgentActivity,
  AnsweredQuestion,
  Block,
  CallAnswer,
  CallBlock,
  CallQuestion,
  CallState,
  CustomBlock,
  JobBlock,
  NoticeBlock,
  ProviderBlock,
  ReasoningBlock,
  ResponseFacts,
  RunBlock,
  ShellBlock,
  SummaryBlock,
  TaskBlock,
  TextBlock,
  TodosBlock,
  UserBlock,
} from "./block.ts";
export { jobText, taskText } from "./background-text.ts";
export { callSubject } from "./call-subject.ts";
export { decisionLines } from "./decision-lines.ts";
export { eventNotice } from "./notices.ts";
export type { DescribeEntry } from "./custom-block.ts";
export type { RunTotals } from "./run-totals.ts";
export { SessionView } from "./session-view.ts";
export type { Asking } from "./open-asks.ts";
export type { ViewStatus } from "./session-view.ts";
export type { SessionViewOptions } from "./view-options.ts";

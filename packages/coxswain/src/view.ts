/** coxswain/view: a conversation as blocks, for screens and pages. */

export { callSubject, eventNotice, jobText, SessionView, taskText } from "./view/index.ts";
export type {
  Activity,
  AgentActivity,
  Block,
  CallAnswer,
  CallBlock,
  CallQuestion,
  CallState,
  CustomBlock,
  DescribeEntry,
  JobBlock,
  NoticeBlock,
  ProviderBlock,
  ReasoningBlock,
  ResponseFacts,
  RunBlock,
  RunTotals,
  ShellBlock,
  SummaryBlock,
  TaskBlock,
  TextBlock,
  TodosBlock,
  UserBlock,
  SessionViewOptions,
  ViewStatus,
} from "./view/index.ts";

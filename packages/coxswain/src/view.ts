/** coxswain/view: a conversation as blocks, for screens and pages. */

export { SessionView } from "./view/index.ts";
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
  NoticeBlock,
  ProviderBlock,
  ReasoningBlock,
  RunBlock,
  RunTotals,
  ShellBlock,
  SummaryBlock,
  TextBlock,
  TodosBlock,
  UserBlock,
  SessionViewOptions,
  ViewStatus,
} from "./view/index.ts";

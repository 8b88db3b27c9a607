import type { PermissionAskEntry, PermissionReplyEntry } from "coxswain/session";

/** A session that another process has open waits at a question. It can be answered there, or by a person who follows the session at a terminal. */
export const askObject = ({ id, tool, callId, input, requests, reasons, offers, agent }: PermissionAskEntry): object => ({
  type: "system",
  subtype: "permission_ask",
  question_id: id,
  tool_name: tool,
  tool_use_id: callId,
  input,
  requests: requests.map(({ effect, subject }) => ({ effect, subject })),
  reasons,
  offers,
  ...(agent === undefined ? {} : { agent_id: agent.id }),
});

/** How it ended. */
export const replyObject = ({ question, allowed, answer }: PermissionReplyEntry): object => ({
  type: "system",
  subtype: "permission_reply",
  question_id: question,
  allowed,
  answer,
});

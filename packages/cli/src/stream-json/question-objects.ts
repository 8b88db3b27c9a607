import { systemObject } from "./system-object.ts";
import type { PermissionAskEntry, PermissionReplyEntry } from "coxswain/session";

/** An open question of a session in another process, which a user answers there or in a terminal that watches the session. */
export const askObject = ({ id, tool, callId, input, requests, reasons, offers, agent }: PermissionAskEntry): object =>
  systemObject("permission_ask", {
    question_id: id,
    tool_name: tool,
    tool_use_id: callId,
    input,
    requests: requests.map(({ effect, subject }) => ({ effect, subject })),
    reasons,
    offers,
    ...(agent === undefined ? {} : { agent_id: agent.id }),
  });

/** The answer to a question. */
export const replyObject = ({ question, allowed, answer }: PermissionReplyEntry): object =>
  systemObject("permission_reply", {
    question_id: question,
    allowed,
    answer,
  });

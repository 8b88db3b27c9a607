import type { PermissionRequest, Question } from "coxswain";

/** Formats a question as Claude Code's `can_use_tool`. `cox_requests` adds real paths and the sandbox. */
export const permissionRequest = ({ id, tool, callId, input, requests, reasons, offers, agent }: Question): object => {
  const outside = requests.find(({ effect, inside }) => (effect === "read" || effect === "write") && inside === false);
  return {
    type: "control_request",
    request_id: id,
    request: {
      subtype: "can_use_tool",
      tool_name: tool,
      input,
      tool_use_id: callId,
      permission_suggestions:
        offers.length === 0 ? [] : [{ type: "addRules", rules: offers.map(ruleValue), behavior: "allow", destination: "session" }],
      ...(reasons.length === 0 ? {} : { decision_reason: reasons.join("; ") }),
      ...(outside === undefined ? {} : { blocked_path: outside.subject }),
      ...(agent === undefined ? {} : { agent_id: agent.id }),
      cox_requests: requests.map(requestObject),
    },
  };
};

/** Omits the policy's analysis of a command, because the approver judges the command itself. */
const requestObject = ({ tool, effect, subject, inside, alsoKnownAs, shell, confined }: PermissionRequest): object => ({
  tool,
  effect,
  subject,
  inside,
  also_known_as: alsoKnownAs,
  shell,
  confined,
});

/** `bash(npm test)` as `{ toolName: "bash", ruleContent: "npm test" }`. */
const ruleValue = (rule: string): { readonly toolName: string; readonly ruleContent?: string } => {
  const at = rule.indexOf("(");
  return at < 0 ? { toolName: rule } : { toolName: rule.slice(0, at), ruleContent: rule.slice(at + 1, -1) };
};

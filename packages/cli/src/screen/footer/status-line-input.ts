import type { ScreenSession } from "../screen-session.ts";
import type { FooterFacts } from "./footer-facts.ts";

export interface StatusLineFacts extends FooterFacts {
  readonly session: Pick<ScreenSession, "id" | "state">;
  /** The project's folder, absolute. */
  readonly project: string;
  /** Version of the program. */
  readonly version: string;
  /** Milliseconds since the screen opened. */
  readonly duration: number;
}

/** Returns a session's state with the names that Claude Code gives its status line. Unknown facts are absent. */
export const statusLineInput = (facts: StatusLineFacts): Readonly<Record<string, unknown>> => {
  const { session, project, version, duration, context, mode } = facts;
  const { cwd, model, thinking, title, usage, cost } = session.state;
  const { last, total } = usage;
  return {
    hook_event_name: "Status",
    session_id: session.id,
    ...(title === undefined ? {} : { session_name: title }),
    cwd,
    model: { id: model, display_name: model.slice(model.indexOf("/") + 1) },
    effort: { level: thinking },
    workspace: { current_dir: cwd, project_dir: project },
    version,
    output_style: { name: "default" },
    permission_mode: mode,
    cost: { total_cost_usd: cost, total_duration_ms: Math.round(duration) },
    context_window: {
      total_input_tokens: total.input + total.cacheRead + total.cacheWrite,
      total_output_tokens: total.output,
      ...(context?.window === undefined
        ? {}
        : {
            context_window_size: context.window,
            used_percentage: context.percent,
            remaining_percentage: 100 - context.percent,
          }),
      current_usage: {
        input_tokens: last.input,
        output_tokens: last.output,
        cache_creation_input_tokens: last.cacheWrite,
        cache_read_input_tokens: last.cacheRead,
      },
    },
    exceeds_200k_tokens: (context?.used ?? 0) > 200_000,
  };
};

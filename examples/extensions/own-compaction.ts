// A compaction without a model: the summary consists of notes from the session, namely the user's prompts, the notes
// that the model wrote with a tool, and the changed files. Without notes, a model writes the summary as usual.
import type { Extension } from "coxswain/extensions";

/** Maximum number of notes of each kind. The oldest are dropped. */
const MAX_NOTES = 50;

interface Notes {
  readonly asked: readonly string[];
  readonly noted: readonly string[];
  readonly changed: readonly string[];
}

type Note = { readonly [Kind in keyof Notes]: { readonly kind: Kind; readonly text: string } }[keyof Notes];

export const extension: Extension = (cox) => {
  const notes = cox.state<Notes, Note>({
    name: "notes",
    initial: { asked: [], noted: [], changed: [] },
    // A repeated note moves to the end.
    apply: (state, { kind, text }) => ({ ...state, [kind]: [...state[kind].filter((one) => one !== text), text].slice(-MAX_NOTES) }),
  });

  // A prompt is noted at the first turn of its run, because another hook may deny the run before.
  const prompts = new Map<string, string>();
  cox.registerHook({ event: "before_run", run: ({ runId, prompt }) => void prompts.set(runId, prompt) });
  cox.registerHook({
    event: "turn_start",
    async run({ sessionId, runId }) {
      const text = prompts.get(runId);
      prompts.delete(runId);
      if (text !== undefined) await notes.append(sessionId, { kind: "asked", text });
    },
  });
  cox.registerHook({ event: "run_end", run: ({ runId }) => void prompts.delete(runId) });

  cox.registerHook({
    event: "post_tool",
    tools: ["edit", "write"],
    async run({ sessionId, input, result }) {
      const { path } = input as { readonly path: string };
      if (!result.isError) await notes.append(sessionId, { kind: "changed", text: path });
    },
  });

  cox.registerTool({
    name: "note",
    description: "Records a decision or a finding in one sentence, so that it is in the summary when older messages are compacted.",
    inputSchema: { type: "object", properties: { text: { type: "string", maxLength: 1000 } }, required: ["text"] },
    effect: "read",
    async execute({ text }: { readonly text: string }, { sessionId }) {
      await notes.append(sessionId, { kind: "noted", text });
      return "Noted.";
    },
  });

  cox.registerHook({
    event: "pre_compact",
    run({ sessionId }) {
      const { asked, noted, changed } = notes.of(sessionId);
      if (asked.length + noted.length + changed.length === 0) return;
      const parts = [section("User requests", asked), section("Decisions and findings", noted), section("Files changed", changed)];
      return { summary: parts.filter((part) => part !== "").join("\n\n") };
    },
  });
};

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : [`## ${title}`, ...lines.map((text) => `- ${text.replaceAll("\n", "\n  ")}`)].join("\n");

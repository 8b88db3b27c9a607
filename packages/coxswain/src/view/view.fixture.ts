import type { AnyEntry, Event } from "../journal/index.ts";
import type { Block } from "./block.ts";
import { SessionView } from "./session-view.ts";

/** The part of a session that a view reads. */
interface Viewed {
  readonly id: string;
  readonly entries: readonly AnyEntry[];
  events(): AsyncIterable<Event>;
}

/** A view that follows a session from now on. `done` resolves when the session is closed. */
export const follow = (session: Viewed) => {
  const view = new SessionView(session.id);
  for (const entry of session.entries) view.add(entry);
  const seen: Event[] = [];
  const events = session.events();
  const read = async (): Promise<void> => {
    for await (const event of events) {
      seen.push(event);
      view.apply(event);
    }
  };
  return { view, seen, done: read() };
};

/** The blocks of a session's stored entries. */
export const stored = ({ id, entries }: Pick<Viewed, "id" | "entries">): readonly Block[] => {
  const view = new SessionView(id);
  for (const entry of entries) view.add(entry);
  return view.blocks;
};

/** Blocks without those of events that the log does not hold. */
export const withoutEvents = (blocks: readonly Block[]): readonly Block[] =>
  blocks.filter(({ kind, id }) => kind !== "notice" || !id.startsWith("event:"));

/** Properties that a log holds otherwise than a watched session, or not at all. */
const UNSTORED: ReadonlySet<string> = new Set(["id", "at", "startedAt", "endedAt", "last", "rules", "included"]);

/** The part of a block that is the same in a stored session and in a watched one. */
export const facts = (block: Block): unknown => {
  const shared = block.kind === "call" ? { ...block, agents: block.agents.map((agent) => ({ ...agent, calls: 0 })) } : block;
  return JSON.parse(JSON.stringify(shared, (key, value: unknown) => (UNSTORED.has(key) ? undefined : value)));
};

/** One line a block: its kind and what it shows. */
export const line = (block: Block): string => {
  switch (block.kind) {
    case "user":
      return `user${block.source === undefined ? "" : ` (${block.source})`}: ${block.text}`;
    case "text":
    case "reasoning":
      return `${block.kind}: ${block.text}`;
    case "call":
      return `call ${block.tool} ${JSON.stringify(block.input)} ${block.state}: ${block.output}`;
    case "provider":
      return `provider ${block.name} ${JSON.stringify(block.input)}: ${block.output}`;
    case "shell":
      return `shell: ${block.command} = ${block.exitCode}: ${block.output}`;
    case "summary":
      return `summary of ${block.of}`;
    case "todos":
      return `todos: ${block.items.map(({ content, status }) => `${content} ${status}`).join(", ")}`;
    case "task":
      return `task ${block.task.id} (${block.task.name}: ${block.task.description}) ${block.task.ending ?? block.task.state}, ${block.calls} calls`;
    case "job":
      return `job ${block.job.id} (${block.job.command}) ${block.job.ending ?? block.job.state}, code ${block.exitCode}`;
    case "notice":
      return `notice: ${block.text}`;
    case "custom":
      return `custom ${block.type} ${JSON.stringify(block.data)}: ${block.text ?? ""}`;
    case "run":
      return `run ${block.outcome.kind}: ${block.turns} turns, ${block.toolCalls} calls`;
  }
};

import type { AgentDefinition } from "../../context/index.ts";
import { isMessage } from "../../loop/index.ts";
import { asTyped, type ModelRequest, type Reply, textOf } from "../../model/index.ts";
import { openScene, type Scene } from "../../runtime/runtime.fixture.ts";
import type { Event } from "../../journal/index.ts";
import type { Session } from "../../session/index.ts";

export interface TaskScene extends Omit<Scene, "script" | "resources"> {
  readonly agents?: readonly AgentDefinition[];
  /** What the model says in each conversation, by the words that it begins with. */
  readonly says: Readonly<Record<string, readonly Reply[]>>;
}

/** A call of `task`: the prompt says which conversation it is. */
export const task = (prompt: string, more: object = {}) => ({ name: "task", input: { description: prompt, prompt, ...more } });

export const inBackground = (prompt: string, more: object = {}) => task(prompt, { background: true, ...more });

/** A call of `say`. */
export const say = (text: string) => ({ name: "say", input: { text } });

/** A session whose model, and those of the agents below it, each go by a script of their own. */
export const taskScene = async ({ says, agents = [], ...scene }: TaskScene) => {
  const said = new Map<string, number>();
  const requests: { readonly prompt: string; readonly request: ModelRequest }[] = [];
  const opened = await openScene({
    tasks: {},
    ...scene,
    resources: async () => ({ skills: [], templates: [], agents, warnings: [] }),
    script: (request) => {
      const prompt = promptOf(request);
      const turn = said.get(prompt) ?? 0;
      said.set(prompt, turn + 1);
      requests.push({ prompt, request });
      return says[prompt]?.[turn] ?? `Nothing more is to be said in ${prompt}.`;
    },
  });
  const events: Event[] = [];
  const { session } = opened;
  const waiting: { readonly fits: (event: Event) => boolean; readonly resolve: (event: Event) => void }[] = [];
  void (async () => {
    for await (const event of session.events()) {
      events.push(event);
      for (const one of waiting.filter(({ fits }) => fits(event))) one.resolve(event);
    }
  })();
  return {
    ...opened,
    events,
    /** The requests of one conversation. */
    asked: (prompt: string) => requests.filter((one) => one.prompt === prompt).map(({ request }) => request),
    /** When an event has come that fits, from now on. */
    event: (fits: (event: Event) => boolean) => new Promise<Event>((resolve) => void waiting.push({ fits, resolve })),
    /** The results of the session's own calls. */
    results: () => resultsIn(session),
    /** What tells of tasks, as the model was told it. */
    told: () => toldIn(session),
    entries: (type: string) => session.entries.filter((entry) => entry.type === type),
  };
};

const promptOf = ({ messages }: ModelRequest): string => {
  const first = messages.find((message) => message.role === "user");
  return first?.role === "user" ? textOf(asTyped(first)) : "";
};

const resultsIn = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "tool" ? [`${message.isError ? "!" : ""}${message.content.map(textIn).join("")}`] : []));

const textIn = (part: { readonly type: string; readonly text?: string }): string => part.text ?? `[${part.type}]`;

const toldIn = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "user" && message.source?.startsWith("task:") === true ? [textOf(message)] : []));

import type { TestContext } from "node:test";
import { isMessage } from "../../loop/index.ts";
import { type Reply, type Script, textOf } from "../../model/index.ts";
import { openScene, type Scene } from "../../runtime/runtime.fixture.ts";
import { bashTool, jobKillTool, jobOutputTool } from "../../tools/index.ts";
import type { NodeWorkspaceOptions } from "../../workspace/index.ts";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";
import type { Event } from "../../journal/index.ts";
import type { Session } from "../../session/index.ts";

export const bash = (command: string, more: object = {}) => ({ name: "bash", input: { command, ...more } });
export const begin = (command: string, more: object = {}): Reply => ({ calls: [bash(command, { background: true, ...more })] });
export const run = (command: string): Reply => ({ calls: [bash(command)] });
export const look = (job: string, wait = 0): Reply => ({ calls: [{ name: "job_output", input: { job, wait } }] });
export const kill = (job: string): Reply => ({ calls: [{ name: "job_kill", input: { job } }] });

/** A session in a temporary folder whose model can begin commands, in the background too, and look at them. */
export const jobScene = async (t: TestContext, script: Script, more: Partial<Scene> = {}, options: Partial<NodeWorkspaceOptions> = {}) => {
  const { workspace, root, at } = temporaryWorkspace(t, options);
  const tools = [bashTool(workspace), jobOutputTool(), jobKillTool(), ...(more.tools ?? [])];
  const scene = await openScene({ ...more, script, workspace, cwd: root, tools });
  t.after(() => scene.runtime.close());
  return { ...scene, at };
};

/** What the calls have come to, as the model was told. */
export const results = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "tool" ? [message.content.map((part) => ("text" in part ? part.text : "")).join("")] : []));

/** What the model was told of jobs without a call. */
export const told = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "user" && message.source?.startsWith("job:") ? [textOf(message)] : []));

/** When an event has come that fits, from now on. */
export const eventOf = async (session: Session, fits: (event: Event) => boolean): Promise<Event | undefined> => {
  for await (const event of session.events()) if (fits(event)) return event;
  return undefined;
};

export const jobEnd = (session: Session) => eventOf(session, (event) => event.type === "job_change" && event.job.state === "ended");

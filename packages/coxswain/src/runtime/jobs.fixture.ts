import type { TestContext } from "node:test";
import { isMessage } from "../loop/index.ts";
import { type Reply, type Script, textOf } from "../model/index.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";
import { bashTool, jobKillTool, jobOutputTool } from "../tools/index.ts";
import type { NodeWorkspaceOptions } from "../workspace/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import type { Event } from "../journal/index.ts";
import type { Session } from "../session/index.ts";

export const bash = (command: string, more: object = {}) => ({ name: "bash", input: { command, ...more } });
export const begin = (command: string, more: object = {}): Reply => ({ calls: [bash(command, { background: true, ...more })] });
export const run = (command: string): Reply => ({ calls: [bash(command)] });
export const output = (job: string, wait = 0): Reply => ({ calls: [{ name: "job_output", input: { job, wait } }] });
export const kill = (job: string): Reply => ({ calls: [{ name: "job_kill", input: { job } }] });

/** A session in a temporary folder with the tools for commands and jobs. */
export const jobScene = async (t: TestContext, script: Script, more: Partial<Scene> = {}, options: Partial<NodeWorkspaceOptions> = {}) => {
  const { workspace, root, at } = temporaryWorkspace(t, options);
  const tools = [bashTool(workspace), jobOutputTool(), jobKillTool(), ...(more.tools ?? [])];
  const scene = await openScene({ ...more, script, workspace, cwd: root, tools });
  t.after(() => scene.runtime.close());
  return { ...scene, at };
};

/** The text of each tool result. */
export const results = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "tool" ? [message.content.map((part) => ("text" in part ? part.text : "")).join("")] : []));

/** The completion notices of jobs. */
export const notices = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "user" && message.source?.startsWith("job:") ? [textOf(message)] : []));

/** Resolves with the next event that matches. */
export const eventOf = async (session: Session, matches: (event: Event) => boolean): Promise<Event | undefined> => {
  for await (const event of session.events()) if (matches(event)) return event;
  return undefined;
};

export const jobEnd = (session: Session) => eventOf(session, (event) => event.type === "job_change" && event.job.state === "ended");

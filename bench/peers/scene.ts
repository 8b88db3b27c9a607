import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Agent, Argv, Scene } from "./agent.ts";
import type { Bench } from "./bench.ts";
import { runCommand, type Taken } from "./run-command.ts";

/** A new home and a new project for an agent, with its configuration. */
export const newScene = async ({ folder, installed, server }: Bench, agent: Agent): Promise<Scene> => {
  const own = await mkdtemp(join(folder, "scene-"));
  const scene = { installed, home: join(own, "home"), cwd: join(own, "project"), url: server.url };
  await Promise.all([scene.home, scene.cwd, join(own, "tmp")].map((path) => mkdir(path, { recursive: true })));
  await agent.configure?.(scene);
  return scene;
};

/** Runs an agent's program in a scene. Its home and its temporary folder are the scene's. */
export const runAgent = ({ running }: Bench, agent: Agent, scene: Scene, argv: Argv): Promise<Taken> => {
  const environment = { HOME: scene.home, TMPDIR: join(scene.home, "..", "tmp"), LANG: "C.UTF-8", ...agent.environment(scene) };
  return runCommand({ argv, cwd: scene.cwd, environment }, running);
};

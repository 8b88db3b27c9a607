import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { nodeWorkspace } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { skillFile, writeFiles } from "./resource-files.fixture.ts";
import { projectResources, type ResourcePlaces } from "./resources.ts";

/** Creates a home folder with a project, and a session's folder inside it. */
const places = (t: TestContext, files: Readonly<Record<string, string>>) => {
  const home = temporaryFolder(t);
  const project = join(home, "work");
  const cwd = join(project, "packages", "one");
  mkdirSync(cwd, { recursive: true });
  writeFiles(home, files);
  const load = async (more: ResourcePlaces = { home, project }, root = cwd) => {
    const { skills, templates, agents, warnings } = await projectResources(more)(nodeWorkspace({ root }));
    const projected = (paths: readonly { readonly name: string; readonly path?: string }[]) =>
      Object.fromEntries(paths.map(({ name, path }) => [name, path?.replace(`${home}/`, "")]));
    const found = { skills: projected(skills), templates: projected(templates), agents: projected(agents) };
    return { ...found, warnings: warnings.map((warning) => warning.replaceAll(home, "~")) };
  };
  return { home, project, cwd, load };
};

const described = (text: string): string => skillFile("a", { fields: `description: ${text}` });

test("the project takes precedence over the user, the nearer folder over the farther, .coxswain over .agents over .claude", async (t) => {
  const order = [
    "work/packages/one/.coxswain/skills/a/SKILL.md",
    "work/packages/one/.agents/skills/a/SKILL.md",
    "work/packages/one/.claude/skills/a/SKILL.md",
    "work/packages/.coxswain/skills/a/SKILL.md",
    "work/.agents/skills/a/SKILL.md",
    "config/skills/a/SKILL.md",
    ".coxswain/skills/a/SKILL.md",
    ".agents/skills/a/SKILL.md",
    ".claude/skills/a/SKILL.md",
  ];
  for (let from = 0; from < order.length; from++) {
    const { home, project, load } = places(t, Object.fromEntries(order.slice(from).map((path) => [path, described(path)])));
    const { skills, warnings } = await load({ home, project, own: join(home, "config") });
    assert.deepEqual(skills, { a: order[from] });
    assert.deepEqual(
      warnings,
      order.slice(from + 1).map((path) => `The skill a of ~/${order[from]} hides that of ~/${path}.`),
    );
  }
});

test("loads templates from prompts, and from commands of .claude", async (t) => {
  const { home, project, load } = places(t, {
    "work/.coxswain/prompts/one.md": "1",
    "work/.agents/prompts/two.md": "2",
    "work/.claude/commands/in/three.md": "3",
    "config/prompts/four.md": "4",
    ".claude/commands/five.md": "5",
    ".claude/commands/compact.md": "6",
  });
  const { templates, warnings } = await load({ home, project, own: join(home, "config"), reserved: ["compact"] });
  assert.deepEqual(Object.keys(templates), ["one", "two", "in:three", "four", "five"]);
  assert.deepEqual(warnings, ["~/.claude/commands/compact.md was skipped: /compact is a built-in command."]);
});

test("loads agents from agents, those of a project before those of the user", async (t) => {
  const agent = "---\ndescription: Does it.\ntools: Read, Frob\n---\nDo it.";
  const { home, project, load } = places(t, {
    "work/packages/one/.agents/agents/one.md": agent,
    "work/.claude/agents/two.md": `${agent} `,
    "config/agents/three.md": agent,
    ".claude/agents/in/two.md": `${agent}  `,
  });
  const all = { home, project, own: join(home, "config") };
  const { agents, warnings } = await load(all);
  assert.deepEqual(agents, {
    one: "work/packages/one/.agents/agents/one.md",
    two: "work/.claude/agents/two.md",
    three: "config/agents/three.md",
  });
  assert.deepEqual(warnings, ["The agent two of ~/work/.claude/agents/two.md hides that of ~/.claude/agents/in/two.md."]);
  assert.deepEqual(Object.keys((await load({ home })).agents), ["two"]);
  assert.equal((await load({ ...all, tools: ["read"] })).warnings.length, 5);
});

test("without a project, or outside of it, no project folder is read", async (t) => {
  const { home, project, load } = places(t, {
    "work/.agents/skills/a/SKILL.md": skillFile("a"),
    ".agents/skills/b/SKILL.md": skillFile("b"),
  });
  assert.deepEqual(Object.keys((await load({ home })).skills), ["b"]);
  assert.deepEqual((await load({ project }, temporaryFolder(t))).skills, {});
  assert.deepEqual((await load({})).skills, {});
});

test("project folders may be links within the project, but not out of it", async (t) => {
  const { project, load } = places(t, { "work/.agents/skills/a/SKILL.md": skillFile("a"), "other/b/SKILL.md": skillFile("b") });
  mkdirSync(join(project, ".claude"));
  symlinkSync("../.agents/skills", join(project, ".claude", "skills"));
  mkdirSync(join(project, ".coxswain"));
  symlinkSync("../../other", join(project, ".coxswain", "skills"));
  assert.deepEqual(await load({ project }), {
    skills: { a: "work/.agents/skills/a/SKILL.md" },
    templates: {},
    agents: {},
    warnings: ["~/work/.coxswain/skills is a link to a file outside the project. It was not read."],
  });
});

// S0, parts 6.3 and 7: skills, templates and shell commands in prompts.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { AgentSession, executeBash } from "coxswain/facades";
import { projectResources } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { openFolder, openSession, transcript } from "../scene.ts";

/** An agent session in a folder with a skill and a template. */
const openProject = async (cwd: string) => {
  await mkdir(join(cwd, ".agents", "skills", "greet"), { recursive: true });
  await mkdir(join(cwd, ".agents", "prompts"), { recursive: true });
  await writeFile(join(cwd, ".agents", "skills", "greet", "SKILL.md"), "---\nname: greet\ndescription: Greets.\n---\nSay ahoy.\n");
  await writeFile(join(cwd, ".agents", "prompts", "review.md"), "Review $1, and note: $2\n");
  const scene = await openSession({ script: ["one", "two"], resources: projectResources({ project: cwd }), setup: { cwd } });
  const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
  return { ...scene, agent };
};

const lastMessage = (messages: readonly unknown[] = []): string => JSON.stringify(messages.at(-1));

test("S0-03, S0-61: /skill:name is sent as the skill's content in a skill tag", async () => {
  await using folder = await openFolder();
  await using project = await openProject(folder.path);
  await project.agent.prompt("/skill:greet Ada");
  assert.match(lastMessage(project.model.requests[0]?.messages), /<skill name=\\"greet\\".*Say ahoy\.\\n<\/skill>\\n\\nAda/);
});

test("S0-61: /skill:name is sent as the content of the file of that name in the skills folder", async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, ".agents", "skills"), { recursive: true });
  await writeFile(join(folder.path, ".agents", "skills", "knots.md"), "Tie a bowline.\n");
  await using project = await openProject(folder.path);
  await project.agent.prompt("/skill:knots twice");
  assert.match(lastMessage(project.model.requests[0]?.messages), /<skill name=\\"knots\\".*Tie a bowline\.\\n<\/skill>\\n\\ntwice/);
});

test("S0-03, S0-62: a template's slash command is sent as the template with its arguments", async () => {
  await using folder = await openFolder();
  await using project = await openProject(folder.path);
  await project.agent.prompt('/review src "the names"');
  assert.match(lastMessage(project.model.requests[0]?.messages), /Review src, and note: the names/);
});

test("S0-07, S0-63, S0-65, S0-67, S0-73: a command runs in the session's folder, streams its output and appends an entry", async () => {
  await using folder = await openFolder();
  await using project = await openProject(folder.path);
  const chunks: string[] = [];
  const { output, exitCode } = await executeBash(project.agent, "echo from bash", { onOutput: (text) => chunks.push(text) });
  assert.deepEqual([output, exitCode, chunks.join("")], ["from bash\n", 0, "from bash\n"]);
  const fact = project.session.entries.find(({ type }) => type === "shell");
  assert.ok(fact !== undefined && "command" in fact && fact.command === "echo from bash");
});

test("S0-65: relays output while the command runs, to the caller and as an event", async () => {
  await using folder = await openFolder();
  await using project = await openProject(folder.path);
  const events = project.session.events({ types: ["shell_output"] });
  const chunks: string[] = [];
  // The command ends only after its first output has arrived.
  const command = "echo first; for i in $(seq 1000); do [ -e seen ] && echo second && exit 0; sleep 0.01; done; exit 1";
  const ran = executeBash(project.agent, command, {
    onOutput(text) {
      chunks.push(text);
      if (chunks.join("") === "first\n") writeFileSync(join(folder.path, "seen"), "");
    },
  });
  const event = await events.next();
  assert.ok(event.done !== true && JSON.stringify(event.value).includes("first"));
  assert.deepEqual(await ran, { output: "first\nsecond\n", exitCode: 0 });
  assert.deepEqual(chunks, ["first\n", "second\n"]);
});

test("S0-64: runs a prefix before every command, so that its aliases apply", async () => {
  await using folder = await openFolder();
  await using scene = await openSession({
    workspace: (cwd) => nodeWorkspace({ root: cwd, shellPrefix: "alias hail='echo ahoy'" }),
    setup: { cwd: folder.path },
  });
  assert.equal((await scene.session.shell("hail")).output, "ahoy\n");
});

test("S0-66: the log has commands with `!!` and `!`, and the model only receives those with `!`", async () => {
  await using folder = await openFolder();
  await using project = await openProject(folder.path);
  await executeBash(project.agent, "!!echo hidden");
  await executeBash(project.agent, "!echo seen");
  await project.agent.prompt("go");
  const sent = JSON.stringify(project.model.requests[0]?.messages);
  assert.ok(sent.includes("seen") && !sent.includes("hidden"));
  assert.equal(project.session.entries.filter(({ type }) => type === "shell").length, 2);
  assert.equal(transcript(project.session).at(-1), "assistant: one");
});

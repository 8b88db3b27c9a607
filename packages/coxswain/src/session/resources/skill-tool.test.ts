import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { projectResources, type SkillUseEntry } from "../../context/index.ts";
import { type Entry, memoryStore } from "../../log/index.ts";
import { fixedModels, type Reply, type Script, scriptedModel } from "../../model/index.ts";
import { readingInside } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { transcript } from "../../runtime/runtime.fixture.ts";
import { readTool } from "../../tools/index.ts";
import { temporaryFolder, temporaryWorkspace } from "../../workspace/workspace.fixture.ts";

interface SkillScene {
  /** Further lines of the skill's front matter. */
  readonly fields?: string;
  readonly tools?: readonly string[];
}

/** Opens a session whose user has the skill `pdf` in the home folder. The model's script receives the skill's and the home folder. */
const open = async (t: TestContext, script: (folder: string, home: string) => Script, { fields = "", tools }: SkillScene = {}) => {
  const home = temporaryFolder(t);
  const folder = join(home, ".agents", "skills", "pdf");
  mkdirSync(join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), `---\nname: pdf\ndescription: Reads PDF files.\n${fields}---\nRun scripts/a.py.`);
  writeFileSync(join(folder, "scripts", "a.py"), "print()");
  writeFileSync(join(folder, "notes.md"), "Notes.");
  writeFileSync(join(home, "secret.txt"), "a secret");
  const { workspace } = temporaryWorkspace(t);
  const model = scriptedModel(script(folder, home));
  const runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    workspace: () => workspace,
    tools: [readTool],
    resources: projectResources({ home }),
    policy: readingInside(),
  });
  const session = await runtime.create({ cwd: "/", model: model.info.reference, ...(tools === undefined ? {} : { tools }) });
  return { session, model, folder, home, [Symbol.asyncDispose]: () => runtime.close() };
};

const call = (name: string, input: unknown): Reply => ({ calls: [{ name, input }] });

const results = ({ session }: Awaited<ReturnType<typeof open>>): readonly string[] =>
  transcript(session).filter((line) => line.startsWith("tool"));

const isSkillUse = (entry: Entry): entry is SkillUseEntry => entry.type === "skill_use";

test("the system prompt lists the skills, and the model loads one with the list of its files", async (t) => {
  await using scene = await open(t, () => [call("skill", { name: "pdf" }), "done"]);
  await scene.session.prompt("go").outcome;
  const [request] = scene.model.requests;
  const path = join(scene.folder, "SKILL.md");
  assert.ok(request?.system.at(-1)?.startsWith("# Skills\n"));
  assert.ok(request?.system.at(-1)?.endsWith(`- pdf: Reads PDF files. (${path})`));
  assert.deepEqual(
    request?.tools.map(({ name }) => name),
    ["read", "skill"],
  );
  assert.deepEqual(results(scene), [
    `tool: <skill name="pdf" path="${path}">\nRun scripts/a.py.\n</skill>\n\nIts folder is ${scene.folder}. Files in it:\nnotes.md\nscripts/a.py`,
  ]);
  assert.deepEqual(
    scene.session.entries.filter(isSkillUse).map(({ name, path: at }) => [name, at]),
    [["pdf", path]],
  );
});

test("the model may read a skill's files without a question, and no other file in the home folder", async (t) => {
  const read = (path: string) => call("read", { path });
  await using scene = await open(t, (folder, home) => [read(join(folder, "notes.md")), read(join(home, "secret.txt")), "done"]);
  await scene.session.prompt("go").outcome;
  const [notes, secret] = results(scene);
  assert.match(notes ?? "", /^tool: 1\tNotes\./);
  assert.match(secret ?? "", /^tool: !denied /);
});

test("an unknown skill is an error that names the nearest one", async (t) => {
  await using scene = await open(t, () => [call("skill", { name: "pfd" }), "done"]);
  await scene.session.prompt("go").outcome;
  assert.deepEqual(results(scene), ["tool: !error There is no skill pfd. Did you mean pdf?"]);
  assert.deepEqual(scene.session.entries.filter(isSkillUse), []);
});

test("the system prompt lists no skills if only the user may load them, or if the session lacks the tool", async (t) => {
  for (const options of [{ fields: "disable-model-invocation: true\n" }, { tools: ["read"] }]) {
    await using scene = await open(t, () => ["one"], options);
    const outcome = await scene.session.prompt("/skill:pdf a.pdf").outcome;
    assert.equal(outcome.kind, "done");
    const [request] = scene.model.requests;
    assert.ok(request?.system.every((text) => !text.includes("# Skills")));
    assert.deepEqual(
      request?.tools.map(({ name }) => name),
      ["read"],
    );
    assert.match(transcript(scene.session)[0] ?? "", /^user: <skill name="pdf"/);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resources } from "../../context/index.ts";
import { skill } from "../../context/skills.fixture.ts";
import { compactingScene, compactionsIn } from "../../runtime/compaction.fixture.ts";
import type { Session } from "../session.ts";

const resources = async (): Promise<Resources> => ({
  skills: ["pdf", "csv", "idle"].map((name) => skill(name)),
  templates: [],
  agents: [],
  warnings: [],
});

const preservedSkillsIn = ({ entries }: Session): readonly (string | undefined)[] =>
  compactionsIn(entries).map(({ preserved }) => preserved.find(({ name }) => name === "skills")?.text);

const text = (name: string): string => `<skill name="${name}" path="/skills/${name}/SKILL.md">\nHow ${name} is done.\n</skill>`;

test("every compaction preserves the skills that the user or the model used, word for word", async () => {
  await using scene = await compactingScene({ resources, replies: ["One.", { calls: [{ name: "skill", input: { name: "csv" } }] }] });
  await scene.say("/skill:pdf a.pdf", "and now a table");
  await scene.session.compact();
  await scene.say("Third", "Fourth");
  await scene.session.compact();
  const both = `${text("csv")}\n\n${text("pdf")}`;
  assert.deepEqual(preservedSkillsIn(scene.session), [both, both]);
});

test("a compaction preserves no skill if none was used", async () => {
  await using scene = await compactingScene({ resources });
  await scene.say("First", "Second");
  await scene.session.compact();
  assert.deepEqual(preservedSkillsIn(scene.session), [undefined]);
});

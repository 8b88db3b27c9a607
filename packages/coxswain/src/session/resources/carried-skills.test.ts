import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resources } from "../../context/index.ts";
import { skill } from "../../context/skills/skills.fixture.ts";
import { compactingScene, compactionsIn } from "../../compaction/compaction.fixture.ts";
import type { Session } from "../session.ts";

const resources = async (): Promise<Resources> => ({
  skills: ["pdf", "csv", "idle"].map((name) => skill(name)),
  templates: [],
  agents: [],
  warnings: [],
});

const carriedIn = ({ entries }: Session): readonly (string | undefined)[] =>
  compactionsIn(entries).map(({ preserved }) => preserved.find(({ name }) => name === "skills")?.text);

const text = (name: string): string => `<skill name="${name}" path="/skills/${name}/SKILL.md">\nHow ${name} is done.\n</skill>`;

test("a compaction carries the skills that were used word for word, whoever used them, and so does the next one", async () => {
  await using scene = await compactingScene({ resources, replies: ["One.", { calls: [{ name: "skill", input: { name: "csv" } }] }] });
  await scene.say("/skill:pdf a.pdf", "and now a table");
  await scene.session.compact();
  await scene.say("Third", "Fourth");
  await scene.session.compact();
  const both = `${text("csv")}\n\n${text("pdf")}`;
  assert.deepEqual(carriedIn(scene.session), [both, both]);
});

test("where no skill was used none is carried", async () => {
  await using scene = await compactingScene({ resources });
  await scene.say("First", "Second");
  await scene.session.compact();
  assert.deepEqual(carriedIn(scene.session), [undefined]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validSettings, invalidSettings } from "./any-settings.fixture.ts";
import { joinSettings, tightenSettings } from "./join-settings.ts";
import { parseSettings } from "./parse-settings.ts";
import type { Settings } from "./settings.ts";
import { settingsShape } from "./settings-shape.ts";
import { type Field, fieldsOf } from "./shape.ts";

const FIELDS = fieldsOf(settingsShape) ?? assert.fail("settings have names");
const byRule = (rule: "never" | "tighten" | "free"): readonly (keyof Settings)[] =>
  [...FIELDS].filter(([, { project }]) => project === rule).map(([name]) => name as keyof Settings);

const read = (value: unknown, layer: "user" | "project"): Settings => parseSettings(JSON.stringify(value), "x", layer).settings;

/** Returns the effective settings of a user with a trusted project. */
const together = (own: unknown, project: unknown): { readonly own: Settings; readonly held: Settings } => {
  const settings = read(own, "user");
  return { own: settings, held: joinSettings(settings, tightenSettings(settings, read(project, "project")).settings) };
};

/** Rejected settings end the program and have no effect. */
const isRead = (project: unknown): boolean => {
  try {
    read(project, "project");
    return true;
  } catch {
    return false;
  }
};

const unlimited = (limit: number | undefined): number => limit || Infinity;

test("no project loosens anything: not one setting of the user's, for any pair of files", () => {
  const anything = fc.oneof(validSettings(settingsShape.schema), invalidSettings(settingsShape.schema));
  fc.assert(
    fc.property(validSettings(settingsShape.schema), anything, (user, project) => {
      fc.pre(isRead(project));
      const { own, held } = together(user, project);
      for (const name of byRule("never")) assert.deepEqual(held[name], own[name], name);
      assert.ok(unlimited(held.maxTurns) <= unlimited(own.maxTurns));
      for (const name of ["usd", "tokens", "toolCalls", "seconds"] as const)
        assert.ok(unlimited(held.budget?.[name]) <= unlimited(own.budget?.[name]), name);
      for (const [name, defaultText] of [
        ["depth", 3],
        ["atOnce", 8],
        ["waiting", 32],
        ["perRun", 100],
      ] as const)
        assert.ok((held.tasks?.[name] ?? defaultText) <= (own.tasks?.[name] ?? defaultText), name);
      assert.ok((held.maskSecrets ?? true) || !(own.maskSecrets ?? true));
      assert.ok(held.titles !== true || own.titles === true);
      assert.deepEqual(held.permissions?.allow, own.permissions?.allow);
      const strictness = ["off", "auto", "required"];
      assert.ok(strictness.indexOf(held.sandbox?.mode ?? "auto") >= strictness.indexOf(own.sandbox?.mode ?? "auto"));
      for (const list of ["network", "writable"] as const) assert.ok(isPart(own.sandbox?.[list] ?? [], held.sandbox?.[list] ?? []), list);
      for (const list of ["ask", "deny"] as const) assert.ok(isPart(held.permissions?.[list] ?? [], own.permissions?.[list] ?? []), list);
    }),
  );
});

test("the property above covers every setting that a project may only tighten", () => {
  assert.deepEqual(byRule("tighten"), ["titles", "maxTurns", "budget", "tasks", "permissions", "sandbox", "maskSecrets"]);
});

test("a project may lower task limits, and cannot raise them above the user's limits or the defaults", () => {
  assert.deepEqual(tightenSettings({}, { tasks: { depth: 0, atOnce: 9, waiting: 32 } }), {
    settings: { tasks: { depth: 0, waiting: 32 } },
    ignored: ["tasks.atOnce"],
  });
  assert.deepEqual(tightenSettings({ tasks: { depth: 0 } }, { tasks: { depth: 1 } }), { settings: {}, ignored: ["tasks"] });
});

test("a project may make the sandbox stricter, and remove hosts and folders", () => {
  const own: Settings = { sandbox: { network: ["a.example", "b.example"], writable: ["~/.cache"] } };
  assert.deepEqual(tightenSettings(own, { sandbox: { mode: "required", network: ["b.example", "c.example"] } }).settings, {
    sandbox: { mode: "required", network: ["b.example"] },
  });
  assert.deepEqual(tightenSettings({}, { sandbox: { mode: "off", writable: ["/"] } }).settings, { sandbox: { writable: [] } });
  assert.deepEqual(tightenSettings({ sandbox: { mode: "required" } }, { sandbox: { mode: "auto" } }), {
    settings: {},
    ignored: ["sandbox"],
  });
});

test("a project's mode applies if it is as strict as the user's, which defaults to ask", () => {
  const held = (own: Settings, mode: string): unknown =>
    joinSettings(own, tightenSettings(own, { permissions: { mode, deny: ["edit"] } } as Settings).settings).permissions;
  assert.deepEqual(held({}, "plan"), { mode: "plan", deny: ["edit"] });
  assert.deepEqual(held({ permissions: { mode: "yolo" } }, "auto-edit"), { mode: "auto-edit", deny: ["edit"] });
  for (const mode of ["auto-edit", "yolo"]) assert.deepEqual(held({}, mode), { deny: ["edit"] }, mode);
  assert.deepEqual(held({ permissions: { mode: "plan" } }, "ask"), { mode: "plan", deny: ["edit"] });
  assert.deepEqual(tightenSettings({}, { permissions: { mode: "yolo" } }).ignored, ["permissions"]);
});

test("every setting that a project may only tighten defines how", () => {
  for (const [name, field] of FIELDS) assert.equal("tighten" in field, field.project === "tighten", name);
});

test("a project may set each free setting that the user has not set", () => {
  fc.assert(
    fc.property(validSettings(settingsShape.schema), (project) => {
      const { held } = together({}, project);
      for (const name of byRule("free")) assert.deepEqual(held[name], read(project, "user")[name], name);
    }),
  );
});

test("flags override all other layers, for any setting", () => {
  fc.assert(
    fc.property(validSettings(settingsShape.schema), validSettings(settingsShape.schema), (user, flagSettings) => {
      const flags = read(flagSettings, "user");
      const held: Readonly<Record<string, unknown>> = { ...joinSettings(read(user, "user"), flags) };
      for (const [name, value] of Object.entries(flags)) assertHeld(FIELDS.get(name), held[name], value, name);
    }),
  );
});

/**
 * Asserts that lists that add up contain the value, that each name of an object does so separately, and that any other
 * value is equal.
 */
const assertHeld = (field: Field<unknown> | undefined, held: unknown, value: unknown, path: string): void => {
  assert.ok(field !== undefined, path);
  const fields = fieldsOf(field.shape);
  if (field.adds === true) assert.ok(isPart(held, value), path);
  else if (fields === undefined) assert.deepEqual(held, value, path);
  else for (const [inner, one] of Object.entries(value ?? {})) assertHeld(fields.get(inner), Object(held)[inner], one, `${path}.${inner}`);
};

const isPart = (whole: unknown, part: unknown): boolean =>
  Array.isArray(whole) && Array.isArray(part) && part.every((one) => whole.includes(one));

test("a setting that a project may not loosen is reported with its path", () => {
  const own: Settings = { maxTurns: 5, maskSecrets: true, budget: { usd: 1, tokens: 10 } };
  const { settings, ignored } = tightenSettings(own, { maxTurns: 0, maskSecrets: false, titles: true, budget: { usd: 2, tokens: 5 } });
  assert.deepEqual(settings, { budget: { tokens: 5 } });
  assert.deepEqual(ignored, ["maxTurns", "maskSecrets", "titles", "budget.usd"]);
});

import { test } from "node:test";
import { compareGenerated, compareModels } from "./comparison.fixture.ts";
import { WRITTEN_WIRES } from "./written-wires.fixture.ts";

for (const wire of WRITTEN_WIRES) {
  const providers = [wire.provider, ...(wire.others ?? [])].join(", ");

  test(`${providers}: writes the adapter's requests, except for listed differences`, () => compareGenerated(wire, 300));

  test(`${wire.provider}: writes the adapter's requests for each model and thinking level`, () => compareModels(wire));
}

import { test } from "node:test";
import { compareGenerated } from "./comparison.fixture.ts";
import { WRITTEN_WIRES } from "./written-wires.fixture.ts";

for (const wire of WRITTEN_WIRES) {
  test(`${[wire.provider, ...(wire.others ?? [])].join(", ")}: writes the adapter's requests, except for listed differences`, () =>
    compareGenerated(wire, 300));
}

import { test } from "node:test";
import { compareGenerated } from "./comparison.fixture.ts";
import { WRITTEN_WIRES } from "./written-wires.fixture.ts";

for (const wire of WRITTEN_WIRES) {
  test(`${[wire.provider, ...(wire.others ?? [])].join(", ")}: writes the adapter's requests in thousands of conversations`, () =>
    compareGenerated(wire, 10_000));
}

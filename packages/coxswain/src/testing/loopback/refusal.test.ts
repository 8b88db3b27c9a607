import assert from "node:assert/strict";
import { test } from "node:test";
import { requestOf, type Step } from "./histories.fixture.ts";
import { refusal } from "./refusal.ts";
import { WIRES } from "./requests.fixture.ts";

const steps: readonly Step[] = [
  { role: "user", text: "Hello" },
  { role: "assistant", text: "I look.", calls: ["call_1"] },
  { role: "results", ids: ["call_1"] },
];

for (const wire of WIRES) {
  test(`L20: ${wire}: validates a request without a server, with the provider's message`, () => {
    assert.equal(refusal(wire, requestOf(wire, steps, "some-model"), "some-model"), undefined);
    const refused = refusal(wire, requestOf(wire, steps.slice(0, 2), "some-model"), "some-model");
    assert.equal(refused?.status, 400);
    assert.match(refused?.message ?? "", /call_1|end with a user role/);
  });
}

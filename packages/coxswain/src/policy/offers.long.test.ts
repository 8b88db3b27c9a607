import { test } from "node:test";
import { savingAllowsTheSame } from "./offers.fixture.ts";

test("saving the offered rules allows the same request and no command with more in it, in many rounds", () => savingAllowsTheSame(5000));

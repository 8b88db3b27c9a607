import { test } from "node:test";
import { keepingAllowsTheSame } from "./offers.fixture.ts";

test("saving the offered rules allows the same request and no command with more in it, in many rounds", () => keepingAllowsTheSame(5000));

import { test } from "node:test";
import { keepingAllowsTheSame } from "./offers.fixture.ts";

test("whatever is offered, keeping it allows the same and no command with more in it, in many rounds", () => keepingAllowsTheSame(5000));

import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, wrappersLoosenNothing } from "./protected-commands.properties.fixture.ts";

test("no text makes it fail, and what is said of a line holds for the line with another one, in many rounds", () => readsAnyText(2000));

test("quoting makes no command on files more permissive, in many rounds", () => quotesLoosenNothing(2000));

test("wrapping makes no command on files more permissive, in many rounds", () => wrappersLoosenNothing(2000));

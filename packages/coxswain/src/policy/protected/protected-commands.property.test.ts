import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, wrappersLoosenNothing } from "./protected-commands.properties.fixture.ts";

test("no text makes it fail, and what is said of a line holds for the line with another one", () => readsAnyText(60));

test("quoting makes no command on files more permissive", () => quotesLoosenNothing(60));

test("wrapping makes no command on files more permissive", () => wrappersLoosenNothing(60));

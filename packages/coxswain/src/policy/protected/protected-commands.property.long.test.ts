import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, wrappersLoosenNothing } from "./protected-commands.properties.fixture.ts";

test("no input makes the reader fail, and appending a line makes no verdict more permissive, in many rounds", () => readsAnyText(2000));

test("quoting makes no command on files more permissive, in many rounds", () => quotesLoosenNothing(2000));

test("wrapping makes no command on files more permissive, in many rounds", () => wrappersLoosenNothing(2000));

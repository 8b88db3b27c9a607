import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, wrappersLoosenNothing } from "./protected-commands.properties.fixture.ts";

test("no input makes the reader fail, and appending a line makes no verdict more permissive", () => readsAnyText(60));

test("quoting makes no command on files more permissive", () => quotesLoosenNothing(60));

test("wrapping makes no command on files more permissive", () => wrappersLoosenNothing(60));

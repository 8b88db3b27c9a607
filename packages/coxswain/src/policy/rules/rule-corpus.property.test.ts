import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, readsLongLines, wrappersLoosenNothing } from "./rule-corpus.properties.fixture.ts";

test("no text makes the reader fail, and of none it says that it is allowed where it cannot be read", () => readsAnyText(150));

test("long and deep lines come to an end, and are not allowed where they are not read whole", () => readsLongLines(0.1));

test("quoting makes nothing more permissive", () => quotesLoosenNothing(100));

test("wrapping makes nothing more permissive", () => wrappersLoosenNothing(150));

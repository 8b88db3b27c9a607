import { test } from "node:test";
import { quotesLoosenNothing, readsAnyText, readsLongLines, wrappersLoosenNothing } from "./rule-corpus.properties.fixture.ts";

test("no input makes the reader fail, and unreadable input is never allowed", () => readsAnyText(150));

test("long and deep lines are read in finite time, and are not allowed unless they are read completely", () => readsLongLines(0.1));

test("quoting makes nothing more permissive", () => quotesLoosenNothing(100));

test("wrapping makes nothing more permissive", () => wrappersLoosenNothing(150));

import { test } from "node:test";
import {
  eachWrapperLoosensNothing,
  quotesLoosenNothing,
  readsAnyText,
  readsLongLines,
  wrappersLoosenNothing,
} from "./rule-corpus.properties.fixture.ts";

test("no input makes the reader fail, and unreadable input is never allowed, in many rounds", () => readsAnyText(3000));

test("long and deep lines are read in finite time, and are not allowed unless they are read completely, in many rounds", () =>
  readsLongLines(1));

test("quoting makes nothing more permissive, in many rounds", () => quotesLoosenNothing(3000));

test("wrapping makes nothing more permissive, in many rounds", () => wrappersLoosenNothing(5000));

test("no wrapper makes any row of the corpus more permissive", () => eachWrapperLoosensNothing());

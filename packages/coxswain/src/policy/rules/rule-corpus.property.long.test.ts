import { test } from "node:test";
import {
  eachWrapperLoosensNothing,
  quotesLoosenNothing,
  readsAnyText,
  readsLongLines,
  wrappersLoosenNothing,
} from "./rule-corpus.properties.fixture.ts";

test("no text makes the reader fail, and of none it says that it is allowed where it cannot be read, in many rounds", () =>
  readsAnyText(3000));

test("long and deep lines come to an end, and are not allowed where they are not read whole, in many rounds", () => readsLongLines(1));

test("quoting makes nothing more permissive, in many rounds", () => quotesLoosenNothing(3000));

test("wrapping makes nothing more permissive, in many rounds", () => wrappersLoosenNothing(5000));

test("no wrapper makes any row of the corpus more permissive", () => eachWrapperLoosensNothing());

import { test } from "node:test";
import { noStrace } from "../store.fixture.ts";
import { killAtWrites } from "./session-index.fixture.ts";

test("an indexer killed at any of its writes leaves a usable index", { skip: noStrace }, (t) => killAtWrites(t, [1, 5, 40, 200]));

import { test } from "node:test";
import { noStrace } from "../store.fixture.ts";
import { killAtWrites } from "./session-index.fixture.ts";

test("an indexer that is killed at any of its writes leaves an index that goes on", { skip: noStrace }, (t) =>
  killAtWrites(t, [1, 5, 40, 200]),
);

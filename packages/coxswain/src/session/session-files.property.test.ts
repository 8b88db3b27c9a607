import { test } from "node:test";
import { FOLDER_KINDS, losesNothing, restoresTrees } from "../runtime/undo-properties.fixture.ts";

for (const kind of FOLDER_KINDS) {
  test(`S2-35: in ${kind}, undo restores the recorded state or refuses, and the user loses nothing`, (t) => losesNothing(t, kind, 3));

  test(`S2-35: in ${kind}, undo of every prompt restores the first tree, and redo the last one`, (t) => restoresTrees(t, kind, 3));
}

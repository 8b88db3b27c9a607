import { test } from "node:test";
import { FOLDER_KINDS, losesNothing, restoresTrees } from "../runtime/undo-properties.fixture.ts";

for (const kind of FOLDER_KINDS) {
  test(`S2-35: in ${kind}, undo restores the recorded state or refuses, and the user loses nothing, in many rounds`, (t) =>
    losesNothing(t, kind, 30));

  test(`S2-35: in ${kind}, undo of every prompt restores the first tree, and redo the last one, in many rounds`, (t) =>
    restoresTrees(t, kind, 30));
}

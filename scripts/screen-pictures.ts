import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { playScenes, SCENES } from "./picture/scenes.ts";
import { screenSvg } from "./picture/screen-svg.ts";

/*
 * Draws the pictures of the screen in docs: a session with a scripted model in a real terminal. Run it after a change of the
 * screen (`npm run picture`); a test compares the pictures with the session.
 */
await playScenes((name, screen) => {
  const { title } = SCENES.find((scene) => scene.name === name) ?? { title: name };
  // The folder of the scene has another name each time.
  const picture = screenSvg(screen, title)
    .replaceAll(/\/tmp\/cox-cli-\w{6}\/project/g, "/home/grace/projects/median")
    .replaceAll(/\/tmp\/cox-cli-\w{6}/g, "/home/grace/project");
  writeFileSync(join(import.meta.dirname, "..", "docs", `${name}.svg`), picture);
});

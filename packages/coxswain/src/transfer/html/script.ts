/**
 * Opens the target of a link in the page, and shows a single branch when it is selected in the tree. The page is
 * readable without it. The policy contains its hash, so the script must be constant: a test compares the two.
 */
export const SCRIPT = `
const show = () => {
  const at = document.getElementById(location.hash.slice(1));
  for (let up = at; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  if (at) at.scrollIntoView();
};
const only = (number) => {
  const shown = new Set();
  const parts = new Map([...document.querySelectorAll("section[data-part]")].map((part) => [part.dataset.part, part]));
  for (let at = number; parts.has(at); at = parts.get(at).dataset.parent) shown.add(at);
  for (const [at, part] of parts) {
    part.classList.toggle("elsewhere", number !== undefined && !shown.has(at));
    if (shown.has(at)) for (const fold of part.querySelectorAll("details.fold")) fold.open = true;
  }
};
document.querySelector("nav")?.addEventListener("click", (event) => {
  const { only: number } = event.target.dataset;
  if (number === undefined) return;
  event.preventDefault();
  only(number === "" ? undefined : number);
});
addEventListener("hashchange", show);
show();
`;

/** Base64 hash of the script. */
export const SCRIPT_SHA256 = "S9q9UdXxWUY9GsGGI+HDUy9nArX0XwcrvZ1U1Yc0tls=";

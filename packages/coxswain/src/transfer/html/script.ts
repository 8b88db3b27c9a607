/**
 * Opens what an address in the page points at, and shows one branch alone when it is chosen in the tree. The page can be
 * read without it. Its hash stands in the policy, so it must not change by itself: a test holds the two together.
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

/** Of the script's text, in base64. */
export const SCRIPT_SHA256 = "S9q9UdXxWUY9GsGGI+HDUy9nArX0XwcrvZ1U1Yc0tls=";

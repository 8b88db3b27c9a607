/** What runs a command that stands somewhere in its words, by base name; with a pattern, only where one of its words is such. */
const LAUNCHERS: ReadonlyMap<string, RegExp | true> = new Map<string, RegExp | true>([
  ..."abduco autossh bunx bwrap capsh cgexec chpst choom chronic cmd cmd.exe concurrently cpulimit cross-env dbus-launch devbox distrobox distrobox-enter dotenv dotenvx dsh dtach dumb-init entr envdir expect faketime flatpak flatpak-spawn fly flyctl fzf gcloud gosu heroku hyperfine ifne incus lckdo lxc lxc-attach machinectl mosh nocache nodemon npx numactl nvim-remote op pdsh pee perf pm2 powershell pssh pueue pwsh rpm rr run-parts run0 s6-setuidgid s6-envdir s6-softlimit newgrp runcon runuser screen sem setuidgid setlock sg socat softlimit split ssh sshpass steam-run su su-exec supervise systemd-cat tini tmux toolbox trickle ts-node-dev tsocks uclampset uvx vagrant watchexec watchman watchman-make wine with-contenv wsl zellij with-env nc ncat netcat install pnpx"
    .split(" ")
    .map((name) => [name, true] as const),
  ...["docker", "podman", "nerdctl", "docker-compose"].map((name) => [name, /^(?:run|exec|create)$/] as const),
  ...["kubectl", "oc", "k9s"].map((name) => [name, /^(?:exec|run|debug)$/] as const),
  ...["npm", "pnpm", "yarn", "bun"].map((name) => [name, /^(?:exec|x|dlx|explore)$/] as const),
  ...["uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda", "mamba", "pixi", "rbenv", "pyenv", "cargo", "fvm"].map(
    (name) => [name, /^(?:run|exec|shell)$/] as const,
  ),
  ...["bundle", "direnv", "mise", "asdf", "rtx", "volta", "aws-vault", "doppler", "chamber", "nvm"].map(
    (name) => [name, /^(?:exec|x|run)$/] as const,
  ),
  ["nix", /^(?:run|shell|develop)$/],
  ["nix-shell", /^--(?:run|command)$/],
  ["git", /^(?:filter-branch|bisect|submodule|for-each-repo)$/],
  ["flux", /^exec$/],
]);

/** Whether what a program is given may be a command that it runs. */
export const launches = (program: string, texts: readonly string[]): boolean => {
  const launcher = LAUNCHERS.get(program);
  return launcher === true || (launcher !== undefined && texts.some((text) => launcher.test(text)));
};

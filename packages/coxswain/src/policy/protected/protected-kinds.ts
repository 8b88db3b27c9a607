/**
 * Places of one kind, with everything in them. `*` matches within a name, `**` any folders, `{a,b}` one of several strings.
 */
export interface ProtectedKind {
  /** With its article, for "it is …". */
  readonly what: string;
  /** The occasion, for "runs code when …". */
  readonly when: string;
  /** In any folder. */
  readonly anywhere?: readonly string[];
  /** In any folder, without the files in them. */
  readonly itself?: readonly string[];
  /** In the user's home. */
  readonly home?: readonly string[];
  /** From the root of the file system. */
  readonly system?: readonly string[];
}

/**
 * Places that run code automatically: at the next git command, in the next shell, when a folder is opened or entered. A
 * project's own commands, such as package.json, a Makefile and CI configuration, are ordinary work and are not listed.
 */
export const PROTECTED_KINDS: readonly ProtectedKind[] = [
  {
    what: "git's own file or a hook",
    when: "git is used in that repository",
    itself: [".git"],
    anywhere: [
      "{.git,*.git}/{hooks,config,config.worktree,info,commondir,gitdir,rebase-merge,rebase-apply,sequencer}",
      ".git/{modules,worktrees}/**/{hooks,config,config.worktree,info,commondir,gitdir}",
      ".gitmodules",
      ".gitconfig",
      ".hg/hgrc",
      ".jj/repo/config.toml",
    ],
    home: [".config/{git,jj,hg}", ".hgrc", ".jjconfig.toml"],
  },
  {
    what: "a hook of this repository",
    when: "git is used in it",
    anywhere: [".husky", "{.,}lefthook{,-local}.{yml,yaml,toml,json}", ".lefthook", ".pre-commit-config.{yaml,yml}", ".githooks"],
  },
  {
    what: "part of Coxswain's configuration and instructions",
    when: "Coxswain is started, or follows it",
    anywhere: [".coxswain", ".agents"],
    home: [".config/coxswain", ".local/share/coxswain"],
  },
  {
    what: "the configuration of an agent",
    when: "that agent is started",
    anywhere: [
      ".{claude,codex,cursor,gemini,opencode,crush,pi,amp,qwen,kiro,roo,windsurf,continue,junie,augment,factory}",
      ".claude.json",
      "{.,}{mcp,opencode,crush}.{json,jsonc}",
      ".aider.conf.yml",
      ".goosehints",
    ],
    home: [".config/{opencode,crush,goose,amp}", ".aider*"],
  },
  {
    what: "a start-up file of a shell",
    when: "a shell is started",
    anywhere: [
      ".{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,login,logout,inputrc}",
      ".{zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,mkshrc,cshrc,tcshrc,shrc,shinit}",
      ".{xinitrc,xsession,xsessionrc,xprofile,pam_environment,envrc}",
    ],
    home: [".config/{fish,bash,zsh,nushell,powershell,direnv,environment.d}", ".{oh-my-zsh,oh-my-bash,zsh,bash}", ".{tmux.conf,screenrc}"],
  },
  {
    what: "a key or a setting for other machines",
    when: "ssh or gpg is used",
    home: [".ssh", ".gnupg"],
  },
  {
    what: "a program in the search path",
    when: "its name is called",
    home: ["bin", ".{local,cargo,bun,deno,npm-global,volta}/bin", ".pyenv/{bin,shims}", ".asdf/{bin,shims}", "go/bin"],
  },
  {
    what: "the configuration of an editor",
    when: "the folder is opened, or a file in it",
    anywhere: [
      ".{vscode,idea,fleet,zed,helix,devcontainer,vim,nvim,emacs.d}",
      "{.,_}{vimrc,gvimrc,exrc,lvimrc}",
      ".nvimrc",
      ".nvim.lua",
      ".dir-locals{,-2}.el",
      ".emacs{,.el}",
      ".devcontainer.json",
      "*.code-workspace",
      "*.sublime-{project,workspace}",
    ],
    home: [
      ".config/{nvim,vim,emacs,doom,helix,zed,kak,micro,sublime-text}",
      ".{doom.d,spacemacs,spacemacs.d,vscode-server,cursor-server}",
      "{.config,Library/Application Support}/{Code,Code - Insiders,VSCodium,Cursor}/User",
      ".local/share/nvim",
    ],
  },
  {
    what: "the configuration of a package manager or a build tool",
    when: "that tool is used",
    anywhere: [
      ".npmrc",
      ".yarnrc{,.yml}",
      ".yarn/{releases,plugins,sdks}",
      "{.,}pnpmfile.{cjs,mjs}",
      "{.,}bunfig.toml",
      "pip.{conf,ini}",
      ".cargo/config{,.toml}",
      ".gem{rc,specrc}",
      ".bundle/config",
      "{.bazelrc,.bazeliskrc,user.bazelrc}",
      ".gradle/{init.gradle,init.gradle.kts,init.d,gradle.properties}",
      ".mvn",
      ".m2/{settings.xml,extensions.xml}",
      "{.,}mise{,.local}.toml",
      ".mise",
      ".config/{mise,mise.toml}",
      ".{tool-versions,rtx.toml}",
      "{.,}ansible.cfg",
    ],
    home: [
      ".config/{pip,npm,yarn,pnpm,nuget,composer,uv,nix}",
      ".{pip,rustup,composer,asdf,sbt}",
      ".docker/{config.json,cli-plugins}",
      ".kube/config",
      ".aws/config",
      ".terraformrc",
      ".condarc",
      ".config/gh",
    ],
  },
  {
    what: "a start-up file of an interpreter or a debugger",
    when: "that program is started there",
    anywhere: [
      "{sitecustomize,usercustomize}.py",
      ".{pdbrc,pythonrc,pythonrc.py,irbrc,pryrc,gdbinit,lldbinit,Rprofile,Renviron,ocamlinit,ghci,octaverc,psqlrc,sqliterc}",
    ],
    home: [".{curlrc,wgetrc,lesskey,lessfilter,mailcap}", ".julia/config"],
  },
  {
    what: "something that runs automatically",
    when: "its time comes, or a user logs in",
    home: [
      ".config/{systemd,autostart}",
      ".local/share/{systemd,dbus-1}",
      "Library/{LaunchAgents,LaunchDaemons}",
      ".config/{i3,sway,hypr}",
    ],
    system: ["/Library/{LaunchAgents,LaunchDaemons,StartupItems}", "/{var,private/var}/{spool/cron,at}", "/usr/lib/cron"],
  },
  {
    what: "part of the system's configuration",
    when: "the system or a program that reads it is started",
    system: ["/{etc,private/etc}", "/{usr/,}lib/systemd"],
  },
];

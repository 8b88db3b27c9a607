/**
 * Places of one kind, with all that lies in them. `*` stands for letters within a name, `**` for any folders, `{a,b}` for one of several.
 */
export interface ProtectedKind {
  /** With its article, as in "it is …". */
  readonly what: string;
  /** When it runs code, as in "it runs code when …". */
  readonly when: string;
  /** In whatever folder they lie. */
  readonly anywhere?: readonly string[];
  /** In whatever folder they lie; not what lies in them. */
  readonly itself?: readonly string[];
  /** In the person's home. */
  readonly home?: readonly string[];
  /** From the root of the file system. */
  readonly system?: readonly string[];
}

/**
 * What runs code without being asked to: at the next command of git, in the next shell, when a folder is opened or entered. What a project
 * says of its own commands, as package.json, a Makefile and the files of its CI, is ordinary work and is not here.
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
    what: "a part of what Coxswain is told to do",
    when: "Coxswain is started, or does what it says",
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
    what: "a program that is found by its name",
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
    what: "something that is run by itself",
    when: "its time comes, or somebody logs in",
    home: [
      ".config/{systemd,autostart}",
      ".local/share/{systemd,dbus-1}",
      "Library/{LaunchAgents,LaunchDaemons}",
      ".config/{i3,sway,hypr}",
    ],
    system: ["/Library/{LaunchAgents,LaunchDaemons,StartupItems}", "/{var,private/var}/{spool/cron,at}", "/usr/lib/cron"],
  },
  {
    what: "a part of the system's configuration",
    when: "the system or a program that reads it is started",
    system: ["/{etc,private/etc}", "/{usr/,}lib/systemd"],
  },
];

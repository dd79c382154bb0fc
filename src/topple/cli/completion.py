"""Print a script that completes commands, options and names in a shell.

Load it in every new shell: in bash by a line in ~/.bashrc, in zsh after `autoload -U bashcompinit
&& bashcompinit`. The script starts no Python, so it is quick; print it again after an update.
"""

from __future__ import annotations

import argparse

from topple.cli._console import show_json

GROUP = "begin"
EXAMPLES = """\
  topple completion > ~/.topple-completion
  . ~/.topple-completion
"""

_SCRIPT = """\
_topple() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words
  case $before in
    --agent) words="{agents}" ;;
    *) case ${{COMP_WORDS[1]}} in
{cases}
    esac ;;
  esac
  [ "$COMP_CWORD" = 1 ] && words="{commands}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _topple topple
"""
# Commands whose first argument is a protocol, and those whose first argument is a world.
_PROTOCOLS = ("eval", "train", "references")
_WORLDS = ("list", "certify", "check")


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from topple.agents.agent import all_agents
    from topple.cli.main import commands, make_parsers, options
    from topple.protocols import all_protocols
    from topple.worlds import world_names

    protocols, worlds = tuple(all_protocols()), tuple(world_names())
    names = {**dict.fromkeys(_PROTOCOLS, protocols), **dict.fromkeys(_WORLDS, worlds)}
    _, parsers = make_parsers(commands(), whole=True)
    words = {name: [*options(parser), *names.get(name, ())] for name, parser in parsers.items()}
    cases = [f'      {name}) words="{" ".join(found)}" ;;' for name, found in words.items()]
    script = _SCRIPT.format(
        agents=" ".join(all_agents()), commands=" ".join(parsers), cases="\n".join(cases)
    )
    if args.json:
        show_json({"script": script})
    else:
        print(script, end="")
    return 0

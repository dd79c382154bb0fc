set -g _topple_search '
# SEARCH
_topple_search "$@" | tr " " "\\n"
'

function _topple
  set -l typed (commandline -opc) (commandline -ct)
  sh -c $_topple_search topple $typed[2..-1]
end
complete -c topple -a '(_topple)'

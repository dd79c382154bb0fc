# Print what may follow what stands before it.
_topple_words() {
  case $1 in
    # WORDS
  esac
}

# Print what may stand at the last of some words; those before it decide that.
_topple_search() {
  path='' place=1 option=''
  while [ $# -gt 1 ]; do
    if [ -n "$option" ]; then
      option=''
    else
      case $1 in
        -*) case " $(_topple_words valued) " in *" $1 "*) option=$1 ;; esac ;;
        *) case " $(_topple_words "$path") " in
             *" $1 "*) path="${path:+$path }$1" ;;
             *) place=$((place + 1)) ;;
           esac ;;
      esac
    fi
    shift
  done
  if [ -n "$option" ]; then
    _topple_words "$path $option"
  else
    case $1 in
      -*) _topple_words "$path -" ;;
      *)
        _topple_words "$path"
        _topple_words "$path #$place"
        _topple_words "$path #+"
        ;;
    esac
  fi
}

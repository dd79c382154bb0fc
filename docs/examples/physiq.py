from topple.physiq import Settings, answers, player, question_set, score

items = question_set("yesno", Settings(shots=2))
print(len(items), "items; the first is", items[0].id)
for message in items[0].messages[-2:]:
    print(f"{message.role}: {message.text}")

said = answers(items, player("always-no").make(items))  # or what your model says to each
found = score(items, said)
print(f"right: {found.accuracy.value:.0%}, leaning to yes by {found.bias.value:+.0%}")

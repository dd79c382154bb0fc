# List tasks, and show one.
topple list phyre off_the_ledge | head -n 5
topple show 00002:023

# Simulate attempts: one JSON object per line.
echo '{"task": "00002:023", "action": [0.86354, 0.74712, 0.55624]}' | topple simulate

# Film an attempt.
topple show 00002:023 --action 0.86354 0.74712 0.55624 -o attempt.gif

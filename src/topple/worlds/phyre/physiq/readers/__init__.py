"""Read answers to questions: parsed, never evaluated, never repaired.

Each form of answer has its grammar in a module of its own. Classic sets are read by the rules of
the original's figures instead, so that numbers can be compared.
"""

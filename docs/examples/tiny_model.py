"""Make a tiny language model with random weights: a stand-in for weights of your own."""

import sys

from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, set_seed

END = "<end>"
folder = sys.argv[1] if len(sys.argv) > 1 else "tiny"
set_seed(0)

# One token per byte, so that every text can be written.
tokens = [END, *sorted(pre_tokenizers.ByteLevel.alphabet())]
tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, merges=[]))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=END).save_pretrained(folder)

size = {"n_positions": 16384, "n_embd": 32, "n_layer": 2, "n_head": 2}
shape = GPT2Config(vocab_size=len(tokens), bos_token_id=0, eos_token_id=0, **size)
model = GPT2LMHeadModel(shape)
model.save_pretrained(folder)
print(f"{folder}: {model.num_parameters():,} random weights")

"""Vision-language models: what they are shown, what they are asked, how they are understood."""

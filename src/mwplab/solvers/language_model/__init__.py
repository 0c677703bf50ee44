"""Language models as solvers: a prompt out, a completion back, read as any other.

solver    questions to predictions        prompts   named and versioned templates, in data/
examples  worked problems for a prompt    kinds     a server, a Hugging Face model, a GGUF file
manner    how a model is asked
"""

"""Language models that one talks to: many requests in, as many replies out, whoever answers.

messages      what is asked, what comes back      model        the door: cache first, then whoever answers
client        servers that speak OpenAI's form    hugging_face, llama_cpp   models on this machine
wire          one HTTP connection                 responses    a server's answer read, or why it is none
cache         replies on disk                     prices       what tokens cost, and the cap
rehearsal     what would be asked, without asking
"""

from __future__ import annotations

from mwplab.models.chat.cache import ResponseCache
from mwplab.models.chat.messages import ChatRequest, Message, Reply
from mwplab.models.chat.model import ChatModel, Estimate
from mwplab.models.chat.prices import PriceTable
from mwplab.models.chat.rehearsal import rehearsal

__all__ = [
    "ChatModel",
    "ChatRequest",
    "Estimate",
    "Message",
    "PriceTable",
    "Reply",
    "ResponseCache",
    "rehearsal",
]

"""Register the messages and the shop settings, with the Discord channel, with the admin site."""

from outbox.admin import discord, outgoing

__all__ = ["discord", "outgoing"]

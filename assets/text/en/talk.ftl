# Chat.

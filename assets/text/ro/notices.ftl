# What is told while nobody looks, and what went wrong.

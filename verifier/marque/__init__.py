"""A verifier of Marque's records, written from docs/protocol.md alone.

Every module is one chapter of that document and names its clauses (P-nn).
"""

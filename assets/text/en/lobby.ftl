# Before a game: invitations, terms and who sits where.

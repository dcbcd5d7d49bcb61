# What is told while nobody looks, and what went wrong.
waiting = One moment …
bot = a bot
why-unreachable = the host cannot be found. Is the other side still waiting, and does the invitation come from a network that this computer can reach?
why-own-ticket = this is your own invitation: give it to somebody else.
why-left = the table was left.
why-full = the table is full.
why-no-table = there is no such table any more: ask for a new invitation.
why-version = the other side has another version of the program: both need the same.
why-place = the other side does not accept your keys or your name.
why-unsigned = the terms were not signed in time.
why-terms = the other side offers terms that cannot be played.
why-changed = the other side changed the terms.
why-disk = the disk does not keep what it must ({ $why }). The game is kept as far as it came.

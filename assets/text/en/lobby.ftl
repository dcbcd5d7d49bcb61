# Before a game: invitations, terms and who sits where.
lobby-opening = Looking for the network …
lobby-own = Your table
lobby-other = At a friend’s table
lobby-leave = Leave the table
lobby-invite = Send this invitation to a friend, in whatever way you like. Whoever has it can sit down.
lobby-ticket = Invitation
lobby-code = The invitation as a QR code
lobby-message = Play a game of Marque with me: { $ticket }
lobby-copy = Copy the text
lobby-copy-link = Copy the link
lobby-copied = Copied
lobby-seats = At the table
lobby-free = { $seat }. free
lobby-coming = { $seat }. a bot is coming …
lobby-bring = Add a { $bot }
lobby-dismiss = Take away
lobby-dismiss-which = Take away the { $bot }
lobby-signed = ✔ signed
lobby-dialling = Looking for the host … Both computers must be running, and one of them must be reachable.
lobby-waiting = Waiting for your friend. The game begins as soon as both have signed.
lobby-waiting-more = { $count-cat ->
    [one] One seat is free. The game begins as soon as it is taken and all have signed.
   *[other] { $count } seats are free. The game begins as soon as they are taken and all have signed.
}
lobby-waiting-host = Waiting for the host …
lobby-asked = These are the terms. Your signature and your friend’s begin the game.
lobby-asked-all = These are the terms. The game begins as soon as all have signed.
lobby-signing = The terms are being signed …
lobby-agree = Agree and sign
turned-full = Somebody found the table full.
turned-no-table = Somebody came with an old invitation.
turned-version = Somebody has another version of the program: both need the same.
turned-place = Somebody came with keys or a name that cannot be used.
turned-unsigned = Somebody did not sign the terms.
turned-dissolved = The table was dissolved.
badge-direct = direct, { $rtt } ms
badge-relayed = relayed, { $rtt } ms
badge-connected = connected
badge-slow = slow to answer
badge-away = does not answer
badge-line = Direct: your computers talk to each other. Relayed: a relay passes on what it cannot read.
terms-title = What will be signed
terms-clock = Each decision: { $span }
terms-no-clock = Each decision: as long as you like
terms-placing = Laying out the fleets: { $span }
terms-grace = Before a silent side may be called so: { $span } more
terms-rules = The rules
span-seconds = { $count-cat ->
    [one] { $count } second
   *[other] { $count } seconds
}
span-minutes = { $count-cat ->
    [one] { $count } minute
   *[other] { $count } minutes
}
span-hours = { $count-cat ->
    [one] { $count } hour
   *[other] { $count } hours
}
span-days = { $count-cat ->
    [one] { $count } day
   *[other] { $count } days
}
game-title = { $game ->
    [classic] Bătălia Navală (classic)
    [mines] Mines
    [diabolik] Diabolik Fleet
   *[other] { $game }
}
rules-ships = { $count } × { $ship }
rules-board = Two seas of { $size } by { $size } cells, one for each player.
rules-fleet = The fleet: { $fleet }. Every ship is straight and lies across or down.
rules-touch = Ships never touch, not even by a corner.
rules-first = A draw of both sides says who begins; nobody can steer it.
rules-shot = In turn you fire at one cell of the enemy sea: miss, hit or sunk.
rules-salvo = In turn you fire as many shots at once as you have ships afloat.
rules-again = Whoever hits fires again; a miss passes the turn.
rules-turns = The turn passes after every shot, also after a hit.
rules-halo = Around a sunk ship all cells are known to be empty and are marked by themselves.
rules-won = Whoever first sinks the whole enemy fleet wins.
rematch = Rematch
rematch-title = Another game with { $who }
rematch-away = { $who } is not connected. This table waits, and keeps calling, for as long as you stay.
rematch-linked = { $who } is connected, and has not agreed to another game yet.
rematch-seats = The seats are swapped: whoever sat second opens the table now.
rematch-alone = Nobody else is here any more. A rematch waits for them, and they find it from their first screen.
rematch-asked = { $who } wants another game.
rematch-accept = Accept the rematch
beginning-drawn = Who begins is drawn anew by both, so that no seat is the better one.
rivals = Recent opponents
rivals-rematch = Rematch with { $who }
rivals-line = The same game under the same terms. Whoever comes first waits for the other.
score = You { $won } : { $lost } { $who }
score-drawn = You { $won } : { $lost } { $who }, { $drawn } drawn
rules-again-salvo = A salvo that hits a ship and no mine earns another one; otherwise the turn passes.
rules-turns-salvo = The turn passes after every salvo.
rules-mines-laid = { $count-cat ->
    [one] After the ships each side hides { $count } mine: it touches no ship, and need not be found to win.
   *[other] After the ships each side hides { $count } mines: they touch no ship and not one another, and need not be found to win.
}
rules-mines = Whoever hits a mine loses the turn and shows one cell of an own ship: one of his choice, not hit and not shown before.

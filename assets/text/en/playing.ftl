sea-own = Your sea
sea-enemy = Enemy sea
cell-own-ship = { $cell }, { $ship }
cell-water = { $cell }, water
cell-of-own-sea = Your { $cell }, { $state }
cell-of-enemy-sea = Enemy { $cell }, { $state }
mark-ship = ship
mark-unknown = unknown
mark-fired = shot on its way
mark-miss = miss
mark-hit = hit
mark-sunk = sunk
mark-mine = mine
mark-mine-lies = mine, not hit
mark-empty = surely empty
mark-revealed = known to be a ship
afloat = { $count-cat ->
    [one] { $count } ship afloat
   *[other] { $count } ships afloat
}
sealing = The fleet is being sealed …
you = You
opponent = Opponent
turn-yours = Your shot
turn-theirs = { $who } is thinking …
turn-wait = One moment …
turn-elsewhere = Played elsewhere
turn-won = You have won
turn-lost = You have lost
turn-nobody = Nobody has won
resign = Resign
resign-sure = Give up this game?
resign-yes = Yes, resign
resign-no = No, go on
leave = Leave
leave-line = The game is kept, and you can go on with it later.
offer = Offer …
offer-when = At your turn, before you act.
offer-draw = Offer a draw
offer-adjourn = Offer to adjourn
withdraw-draw = Take back the offer of a draw
withdraw-adjourn = Take back the offer to adjourn
draw-offered = { $who } offers a draw. Playing on declines it.
draw-offered-own = You want a draw: the offer stands until the other side has played.
draw-accept = Accept the draw
adjourn-offered = { $who } offers to go on another day. Playing on declines it.
adjourn-offered-own = You want to go on another day: the offer stands until the other side has played.
adjourn-accept = Accept and adjourn
adjourned-until = The game was adjourned: no time runs before the next move.
log-offered-draw = { $who }: a draw?
log-offered-adjourn = { $who }: go on another day?
log-accepted-draw = { $who }: a draw, yes
log-accepted-adjourn = { $who }: another day, yes
log-withdrawn-draw = { $who }: no draw after all
log-withdrawn-adjourn = { $who }: not another day after all
log-declined-draw = no draw
log-declined-adjourn = not another day
log-agreed-draw = a draw, by agreement
log-agreed-adjourn = adjourned, by agreement
clock-away = No clock while { $who } is away
proofs = Proofs
proofs-how = Every fleet was sealed before the first shot, and every answer comes with a proof against that seal. This computer has checked all of them; nobody had to be believed.
proofs-head = step { $count }, head { $head }
proofs-seal = { $who }: { $count } sealed values, root { $root }
proven = proven
log-title = Log
log-sealed = { $who }: fleet sealed, proven legal
log-begins = the draw of both sides: { $who } first
log-fires = { $who }: fire at { $cells }
log-miss = { $cell } miss
log-hit = { $cell } hit
log-mine = { $cell } mine
log-sunk = { $ship } { $at } sunk
log-reveal-due = { $who }: { $count-cat ->
    [one] { $count } cell to reveal
   *[other] { $count } cells to reveal
}
log-revealed = { $who }: { $cells } revealed, a ship is there
log-left-resigned = { $who }: resigned
log-left-forfeited = { $who }: silent, as all others say
log-left-claimed = { $who }: silent, as the other side says
log-left-faulted = { $who }: broke the rules, which is proven
verdict-won = The last ship of a fleet is sunk.
verdict-resigned = A side has resigned.
verdict-forfeit = A side was silent, and all others say so.
verdict-claimed = One side says that the other was silent; no rule proves it.
verdict-fault = A side broke the rules, and that is proven.
verdict-draw = Nobody has won.
verdict-agreed = The players have agreed to end it.
verdict-unfinished = The game is not finished.
verdict-record = Record: { $path }
audit-good = { $who }: fleet shown, every answer was true.
audit-not-shown = { $who }: fleet not shown.
audit-bad = { $who }: the fleet shown does not fit what was sealed or said.
sealed-waiting = Your fleet is sealed. Waiting for the other side to lay out …
placing-until = In { $span } what is missing is laid at random
clock-left = { $span } left
clock-over = Time is up
clock-over-own = Time is up: act now, or the other side may claim the win
clock-over-own-all = Time is up: act now, or the others may put you out of the game
silent-claim = Claim the win
silent-put-out = Put out of the game
silent-put-out-line = It counts once all others say so too, and they are more than half of those who play.
silent-called = You have said that { $who } is silent. It counts once all others say so too.
silent-line = { $who } has been silent for longer than was agreed.
away = { $who } is not connected: trying again …
away-passed-on = { $who } is not connected with you: trying again. Moves may still come by way of the others.
out = { $who } is out.
out-own = You are out. The others play on, and you may watch.
refused-act = That did not work: { $why }
quiet = Waiting for the other side to say what it knows, after the restart …
elsewhere = A newer copy of you has come to this table, from another computer or window that has your key. Nothing is said from here any more. To go on here, close it there, leave and resume.
refused-foreign = that belongs to no game of yours.
refused-not-due = it is not your turn.
refused-illegal = the rules do not allow it.
refused-untrue = your own fleet does not allow it.
refused-over = the game is over.
refused-said = you have said your word here.
refused-seated = your fleet is laid out already.
refused-not-overdue = nobody has let the time pass.
refused-no-offer = that cannot be offered again now.
refused-not-offered = that is no longer offered.
hand-over = Hand over to player { $seat }
hand-over-due = It is the turn of player { $seat }.
hand-title = Player { $seat }
hand-line = Let player { $seat } sit down here. Nobody else looks at the screen.
hand-ready = I am player { $seat }
guest = the second player here
lie-title = { $who } lied.
lie-claimed = At step { $entry }, { $who } said: { $claim }.
lie-said = At step { $entry }, { $who } signed something that is not so.
lie-then = It was refused at once, { $who } has lost, and the signed record shows it to anyone, offline.
fault-kind = Something else was due at that point.
fault-words = It means nothing in this game.
fault-illegal = The rules of the game do not allow it ({ $rule }).
fault-proof = It comes without a valid proof: what is sealed since before the first shot says otherwise, or the proof was left out.
fault-extension = Something was sealed anew where nothing may be.
fault-letter = A private answer was left out, or given where none was asked for.
fault-link = The part of the draw that was revealed is not the one that was fixed before.
fault-removal = It removes somebody who may not be removed.
fault-offer = It offers, accepts or takes back what cannot be at that point.
fault-double = Two different statements were signed for one and the same step.
fault-both-votes = It was signed that something came in time, and also that it did not.
fault-resigned = It was signed after resigning.
fault-complaint = A good private answer was called bad.
fault-chart = The fleet that was shown at the end is not the one that was sealed.
fault-unlawful = The sealed fleet breaks the rules.
fault-untrue = The fleet that was shown contradicts it.
mark-maybe-ship = unknown, maybe a ship
mark-maybe-water = unknown, maybe water
notes-how = Right click or N: a note of your own, a ship or water.
verdict-proof = { $who }: entry { $entry } breaks rule { $rule }.
evidence-save = Save evidence
turn-reveal = You hit a mine: reveal a cell
turn-salvo = Your salvo
fire = Fire
reveal = Reveal
aimed-count = { $count } of { $wanted }
aimed-back = Take back { $cell }
salvo-next = { $count-cat ->
    [one] Your next salvo: { $count } shot
   *[other] Your next salvo: { $count } shots
}
reveal-how = { $count-cat ->
    [one] Choose { $count } framed cell of your ships: the enemy gets to know it, without a hit.
   *[other] Choose { $count } framed cells of your ships: the enemy gets to know them, without a hit.
}
mines-left = { $count-cat ->
    [one] { $count } mine not hit
   *[other] { $count } mines not hit
}
mark-aimed = aimed at
mark-may-reveal = ship, can be revealed
mark-to-reveal = ship, to be revealed
mark-revealed-own = ship, known to the enemy
aim-fired = { $cell } was fired at already
aim-empty = { $cell } is empty: the ship beside it is sunk
aim-own-sea = this is your own sea: fire at the enemy’s
aim-nothing = { $cell }: no ship there that the enemy does not know of
aim-enemy-sea = first reveal cells of your own sea
aim-full = { $count-cat ->
    [one] { $count } cell is chosen: take it back first
   *[other] { $count } cells are chosen: take one back first
}
mine-did = your mine was hit ({ $mines }), so you know of a ship at { $cells }
mine-did-nothing = your mine was hit ({ $mines }), with no cell left to reveal

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
turn-won = You have won
turn-lost = You have lost
turn-nobody = Nobody has won
resign = Resign
resign-sure = Give up this game?
resign-yes = Yes, resign
resign-no = No, go on
leave = Leave
leave-line = The game is kept, and you can go on with it later.
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
log-revealed = { $who }: { $cells } revealed
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
verdict-unfinished = The game is not finished.
verdict-proof = { $who }: entry { $entry } breaks rule { $rule }.
verdict-record = Record: { $path }
audit-good = { $who }: fleet shown, every answer was true.
audit-not-shown = { $who }: fleet not shown.
audit-bad = { $who }: the fleet shown does not fit what was sealed or said.

df-heading = { $heading ->
   *[other] { $heading }
}
df-way = { $way ->
    [N] ahead
    [NE] ahead to the right
    [E] to the right
    [SE] back to the right
    [S] back
    [SW] back to the left
    [W] to the left
   *[other] ahead to the left
}
df-placing-how = Choose where each bow points to: a click turns a ship to the right, a right click to the left; with the keyboard Enter or Up, and Down; R is random. The goal is above.
df-placing-ship = Ship { $number }, bow { $way }
df-placing-fits = The set-up is allowed. Nobody sees it before all are sealed; then it is drawn who begins.
df-placing-file = Ships { $first } and { $second } are in single file, both along the line that joins them: turn one of them.
df-placing-reset = All ahead
df-turn-yours = Your turn
df-water = { $cell }, water
df-own = { $cell }, your ship, bow { $heading }
df-own-frozen = { $cell }, your ship at its goal, bow { $heading }
df-theirs = { $cell }, ship of { $who }, bow { $heading }
df-theirs-frozen = { $cell }, ship of { $who } at its goal, bow { $heading }
df-cell = { $what }: { $means }
df-take = choose this ship
df-take-yard = rebuild a ship here
df-let-go = let go
df-priced = { $act }: { $cost }
df-refused = { $act }: { $why }
df-free = free
df-balls = { $count-cat ->
    [one] { $count } ball
   *[other] { $count } balls
}
df-move = { $cell } moves ahead
df-turn = { $cell } turns to { $heading }
df-sink = { $first } and { $second } sink { $target }
df-build = rebuild on { $cell }, bow { $heading }
df-how = Choose one of your ships: click it, or Enter.
df-how-ship = Choose a cell around the ship: ahead it moves, elsewhere it turns there. Escape lets go.
df-how-yard = Choose a framed cell of your second row for the ship. Escape lets go.
df-how-bow = Choose a cell around it: there the bow will point to. Escape lets go.
df-look = Point at a ship to see its flanks.
df-left = { $left } of { $all } balls left
df-left-bonus = Bonus turn: { $left } of { $all } balls left
df-plan-empty = Your acts stand here. Nothing is said before you end the turn.
df-bonus-begins = Bonus turn
df-wins = This wins the game.
df-undo = Undo
df-clear = All back
df-rebuild = Rebuild: { $cost }
df-lend = { $who } may sink with my ships
df-end = End turn
df-bonus = Bonus turn: { $balls }
df-threats = Threats
df-threats-line = Marks the ships that can be sunk as all stand: rings for you, triangles on your own. T switches it.
df-again = Last turn again
df-skip = Skip
df-on-turn = ▶ { $who }
df-standing = goal { $arrived } of { $wanted } · ships { $ships } · reserve { $reserve }
df-won = The game was decided on the board.
df-out = out
df-end-arrived = { $who }: { $count-cat ->
    [one] { $count } ship has reached the goal row.
   *[other] { $count } ships have reached the goal row.
}
df-end-alone = Only { $who } is left in play.
df-end-limit = { $count } turns have been played: ships at the goal count, then those beyond the middle, then all.
df-why-file = { $first } and { $second } are in single file, both along the line that joins them: no turn may end so.
df-why-frozen = The ship on { $cell } has reached its goal and stays as it is.
df-why-off-board = Ahead of { $cell } the board ends.
df-why-first-row = { $cell } is on your own first row, where your ships may not go.
df-why-occupied = There is a ship on { $cell }.
df-why-target-frozen = The ship on { $cell } has reached its goal and cannot be sunk.
df-why-not-beside = { $cell } is not beside that ship.
df-why-not-flank = { $cell } does not offer it its flank.
df-why-build-near = An enemy is beside { $cell }: no ship can be rebuilt there.
df-why-second-row = Ships are rebuilt on your second row only.
df-why-no-reserve = None of your ships is sunk.
df-why-move-first = Move a ship first: before that none can be sunk.
df-why-move-second = The first or the second act has to be a move: move a ship now.
df-why-move = A turn needs a move: turning or rebuilding is none.
df-why-over = The game is decided: nothing may follow.
df-why-balls = That costs { $cost }, and { $left } are left.
df-why-far = That is not beside the ship in hand.
df-why-flanks = { $count-cat ->
    [one] Two of your ships have to offer it their flanks; { $count } does.
   *[other] Two of your ships have to offer it their flanks; { $count } do.
}
df-why-other = The rules do not allow it ({ $rule }).
df-log-begins = the draw of all: { $who } first
df-log-set-up = { $who }: set-up shown
df-log-moved = { $from }–{ $to }
df-log-arrived = { $from }–{ $to }, at the goal
df-log-turned = { $cell } to { $heading }
df-log-sunk = { $first } and { $second } sink { $target } ({ $who })
df-log-built = rebuilt on { $cell }, bow { $heading }
df-log-bonus = bonus turn
df-log-lent = ships lent to: { $who }
df-log-lent-none = ships lent to nobody
df-log-few = { $who }: too few ships, out
df-log-blocked = { $who }: no plan is possible, out
df-log-limit = { $count } turns have been played
df-rules = Rules
df-rules-board = Two players have a board of 8 by 8 cells, three or four one of 12 by 12. Everybody has eight ships and sees everything; you sit below, and your goal is the row at the other edge.
df-rules-set-up = At the start the ships stand side by side on the second row. Where each bow points to is chosen secretly by all at the same time. It is drawn who begins.
df-rules-balls = In turn you have { $balls } balls to spend on acts, in any order; the rest is lost.
df-rules-move = Moving: one ship goes one cell straight ahead, also across a corner, onto an empty cell, never onto your own first row. It costs 1 ball, or 2 if it starts beside an enemy.
df-rules-turn = Turning: one ship takes another of the eight directions. It costs 1 ball, 2 beside one enemy, 3 beside more.
df-rules-sink = Sinking is free once you have moved a ship in this turn: two of your ships beside an enemy sink it if both offer it their flank, which is the side at right angles to the bow.
df-rules-build = Rebuilding: for { $balls } balls a sunk ship comes back to an empty cell of your second row that no enemy is beside.
df-rules-duty = The first or the second act of a turn must be a move.
df-rules-file = No turn may end with two of your ships in single file: beside each other, both along the line that joins them.
df-rules-bonus = Who sinks something may play one bonus turn of { $balls } balls right after.
df-rules-goal = A ship on its goal row stays there as it is and cannot be sunk; it can still help to sink.
df-rules-won = Whoever has { $arrivals } ships on the goal row wins at once.
df-rules-few = Whoever has fewer than { $minimum } ships on the board is out. The last one wins.
df-rules-blocked = Whoever cannot play any turn is out as well. After 200 turns ships at the goal count, then those beyond the middle, then all.
df-rules-joint = You may allow others to use your ships as one of the two that sink.
df-rules-author = The game is its author’s, who tells of it at { $link }. It is here free of charge, in our own words, with thanks; no commercial use.

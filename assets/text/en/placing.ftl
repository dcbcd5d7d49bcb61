placing-title = Lay out your fleet
placing-how = Click a ship and then the sea, or drag it. Right click, wheel or R turns it, Delete takes it away, Escape lets go.
placing-left = Still to be laid
placing-all-lie = Every ship lies.
placing-turn = Turn
placing-undo = Undo
placing-random = Random
placing-complete = Complete
placing-clear = Clear
placing-ready = Ready: seal the fleet
fleet-row = { $ship } × { $count }
ship = { $length ->
    [1] boat
    [2] destroyer
    [3] cruiser
    [4] battleship
   *[other] carrier
}
hindrance-outside = That would be off the board.
hindrance-overlaps = { $ship } lies there already.
hindrance-touches = Ships may not touch, not even by a corner: { $ship } is too near.
hindrance-none-left = There is no further { $ship } to lay.
placing-all-lie-mines = Every ship and every mine lies.
mine = mine
mine-at = the mine { $cell }
hindrance-touches-mine = Ships and mines never touch one another, not even by a corner: { $ship } is too near.
hindrance-no-room = What lies leaves no room for one more { $ship }: move something.

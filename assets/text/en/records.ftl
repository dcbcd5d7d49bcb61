# Records and replay.
records = Records
records-line = Games that have ended, to be read, checked and replayed
records-listing = Looking for records …
records-unread = { $count-cat ->
    [one] checking { $count } record …
   *[other] checking { $count } records …
}
records-count = { $count-cat ->
    [one] { $count } record, checked
   *[other] { $count } records, all checked
}
records-none = There are no records yet. Every game that ends leaves one here, and others can be brought in below.
records-choose = Choose a record to see what it shows.
date = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
record-game = { $id ->
    [classic] Bătălia Navală
    [mines] Mines
   *[other] { $id }
}
record-against = against { $who }
record-won = Won
record-lost = Lost
record-nobody = No winner
record-unfinished = Unfinished
record-winner = { $who } has won
record-unread = being checked …
record-damaged = damaged
record-fault = fault proven
record-audited = all fleets audited
record-not-audited = not all fleets shown
record-unfit = This file cannot be used
record-replay = Replay
record-export = Save a copy
record-export-to = Copy to this file or folder
record-exported = The copy is saved: { $path }
record-failed = { $path }: { $why }
record-good-to = { $why } It is good up to here: { $count-cat ->
    [one] { $count } step
   *[other] { $count } steps
}.
check-complete = Checked: { $count-cat ->
    [one] { $count } step
   *[other] { $count } steps
}, complete. Every signature and every proof holds.
check-unfinished = Checked: { $count-cat ->
    [one] { $count } step
   *[other] { $count } steps
}, unfinished. Every signature and every proof holds.
check-fault = Checked: { $count-cat ->
    [one] { $count } step
   *[other] { $count } steps
}. A fault is proven.
damage-torn = The file ends in the middle of an entry.
damage-changed = The file was changed.
damage-foreign = An entry in the file does not belong there.
unfit-unreadable = it cannot be read: { $why }
unfit-not-a-file = it is not a file
unfit-too-large = it is too large for a record
unfit-exists = there is a file of this name already
unfit-store = it cannot be kept: { $why }
unfit-no-record = it is not a record of Marque
unfit-version = it was made by another version of Marque
unfit-damaged = it is damaged from its beginning
unfit-terms = nobody can have agreed to this game: { $why }
import = Bring in
import-from = Bring in a record
import-hint = path of a file, or drop files on this window
import-new = Brought in: { $path }
import-better = Brought in: { $path } says more than the record of the same game, and took its place.
import-known = The record of this game is here already: { $path }
seat = Seat { $number }
sea-of = Sea of { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who }: part of the draw shown
log-acted = { $who }: acts
log-answered = { $who }: answers
log-acknowledged = { $who }: private answer read
log-complained = { $who }: private answer called bad
replay-from = Seen by
replay-all = All fleets
replay-none-shown = No fleet was shown in this game.
replay-first = To the beginning
replay-back = One step back
replay-play = Play
replay-pause = Pause
replay-next = One step on
replay-last = To the end
replay-speed = { $speed-cat ->
    [one] { $speed } step a second
   *[other] { $speed } steps a second
}
replay-at = Step { $at } of { $steps }

# Records and replay.
seat = Seat { $number }
seat-of-namesakes = { $who } ({ $number })
sea-of = Sea of { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who }: part of the draw shown
log-acted = { $who }: acts
log-answered = { $who }: answers
log-acknowledged = { $who }: private answer read
log-complained = { $who }: private answer called bad

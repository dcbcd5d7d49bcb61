# Records and replay.
seat = Locul { $number }
seat-of-namesakes = { $who } ({ $number })
sea-of = Marea lui { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who }: parte a tragerii la sorți arătată
log-acted = { $who }: acțiune
log-answered = { $who }: răspuns
log-acknowledged = { $who }: răspuns privat citit
log-complained = { $who }: răspuns privat contestat

# Records and replay.
seat = Place { $number }
seat-of-namesakes = { $who } ({ $number })
sea-of = Mer de { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who } : part du tirage montrée
log-acted = { $who } : action
log-answered = { $who } : réponse
log-acknowledged = { $who } : réponse privée lue
log-complained = { $who } : réponse privée contestée

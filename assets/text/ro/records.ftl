# Records and replay.

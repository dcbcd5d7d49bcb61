placing-title = Disposez votre flotte
placing-how = Cliquez sur un navire puis sur la mer, ou glissez-le. Clic droit, molette ou R le tourne, Suppr l’enlève, Échap le lâche.
placing-left = Encore à placer
placing-all-lie = Tous les navires sont placés.
placing-turn = Tourner
placing-undo = Annuler
placing-random = Au hasard
placing-complete = Compléter
placing-clear = Tout enlever
placing-ready = Prêt : sceller la flotte
fleet-row = { $ship } × { $count }
ship = { $length ->
    [1] vedette
    [2] torpilleur
    [3] croiseur
    [4] cuirassé
   *[other] porte-avions
}
hindrance-outside = Cela sortirait de la grille.
hindrance-overlaps = { $ship } s’y trouve déjà.
hindrance-touches = Les navires ne doivent pas se toucher, même par un coin : { $ship } est trop près.
hindrance-none-left = Il ne reste aucun navire de ce type à placer ({ $ship }).
placing-all-lie-mines = Tous les navires et toutes les mines sont placés.
mine = mine
mine-at = la mine { $cell }
hindrance-touches-mine = Navires et mines ne se touchent jamais, même par un coin : { $ship } est trop près.
hindrance-no-room = Il ne reste pas de place pour tout ({ $ship }) : déplacez quelque chose.
